import type { OrganizationRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { organizationsRepository as repository } from "./repository.ts";
import type { OrganizationState } from "./values.ts";

/** Returns the error for an unknown organization. Only system administrators can get it. */
export const organizationNotFound = () => new AppError("not_found", "There is no such organization.");

/** Returns the error for an organization of which only the tombstone is left. */
export const organizationPurged = () =>
	new AppError("purged", "The organization was purged and cannot be restored.", { meta: { state: "deleted" } });

/** Returns the error for members of an organization that is not active. @param state its state */
export const organizationSuspended = (state: string) =>
	new AppError(
		"organization_suspended",
		state === "suspended"
			? "The organization is suspended; an administrator can resume it."
			: "The organization is scheduled for deletion; an administrator can restore it.",
		{ meta: { state } },
	);

/** Returns the error for a change to an organization whose deletion is pending: it must be restored first. */
export const deletionPending = () =>
	new AppError("state_conflict", "The organization is scheduled for deletion: restore it first.", {
		meta: { state: "pending_deletion" },
	});

/** Asserts that an organization exists and is not purged. @throws `not_found` `purged` */
export function assertExists<R extends { readonly state: OrganizationState }>(row: R | undefined): asserts row is R {
	if (!row) throw organizationNotFound();
	if (row.state === "deleted") throw organizationPurged();
}

/** Returns an organization in any state, even a purged one; undefined when there is none. */
export const findOrganizationRow = (db: ReadDb, orgId: string): Promise<OrganizationRow | undefined> =>
	repository.find(db, { id: orgId });

/** Returns an organization in any state except purged. @throws `not_found` `purged` */
export async function findOrganization(db: ReadDb, orgId: string): Promise<OrganizationRow> {
	const row = await repository.find(db, { id: orgId });
	assertExists(row);
	return row;
}

/**
 * Returns an organization whose deletion is not pending: before work that is not part of the change which asks again.
 * @throws `not_found` `purged` `state_conflict`
 */
export async function findWritableOrganization(db: ReadDb, orgId: string): Promise<OrganizationRow> {
	const row = await findOrganization(db, orgId);
	if (row.state === "pending_deletion") throw deletionPending();
	return row;
}

/**
 * Asserts that an organization exists and is not purged. Reads nothing for a caller who belongs to it: their authority
 * includes its state, and nobody belongs to a purged one.
 * @throws `not_found` `purged`
 */
export async function assertOrganizationExists(db: ReadDb, caller: Principal, orgId: string): Promise<void> {
	if (caller.orgId === orgId && caller.orgState !== null) return;
	await findOrganization(db, orgId);
}

/** Locks an organization like {@link lockOrganization}, even a purged one; undefined when there is none. */
export const lockOrganizationRow = (tx: Db, orgId: string): Promise<OrganizationRow | undefined> =>
	repository.lock(tx, { id: orgId });

/** Returns an organization, even a purged one, which nobody changes until the transaction ends; undefined when there is none. */
export const shareOrganizationRow = (tx: Db, orgId: string): Promise<OrganizationRow | undefined> =>
	repository.lockShared(tx, { id: orgId });

/**
 * Locks an organization before it or its members are changed: other changes to it wait until the transaction ends.
 * @throws `not_found` `purged`
 */
export async function lockOrganization(tx: Db, orgId: string): Promise<OrganizationRow> {
	const row = await repository.lock(tx, { id: orgId });
	assertExists(row);
	return row;
}

/**
 * Locks an organization whose deletion is not pending, see {@link lockOrganization}.
 * @throws `not_found` `purged` `state_conflict`
 */
export async function lockWritableOrganization(tx: Db, orgId: string): Promise<OrganizationRow> {
	const row = await lockOrganization(tx, orgId);
	if (row.state === "pending_deletion") throw deletionPending();
	return row;
}

/**
 * Asserts that an organization exists and that its deletion is not pending, and returns it. It is locked against changes
 * of itself and its members, but other changes of what it has do not wait: for writes that no rule over several rows of
 * the organization concerns. Must not be followed by {@link lockOrganization} in the same change, which would wait for
 * others who hold the same.
 * @throws `not_found` `purged` `state_conflict`
 */
export async function assertWritableOrganization(tx: Db, orgId: string): Promise<OrganizationRow> {
	const row = await repository.lockShared(tx, { id: orgId });
	assertExists(row);
	if (row.state === "pending_deletion") throw deletionPending();
	return row;
}

/**
 * Returns the error for members of an organization in this state, see `Gate.closedIn` of `#http/access`; null: active.
 */
export const closedIn = (state: string): AppError | null => (state === "active" ? null : organizationSuspended(state));
