import type { OrganizationRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { AppError } from "#kernel/errors";
import { deletionPending, organizationNotFound, organizationPurged, organizationSuspended } from "./errors.ts";
import { organizationsRepository as repository } from "./repository.ts";
import type { OrganizationState } from "./values.ts";

/** Narrows a row that was looked for to one that is there and not purged. @throws `not_found` `purged` */
export function assertExists<R extends { readonly state: OrganizationState }>(row: R | undefined): asserts row is R {
	if (!row) throw organizationNotFound();
	if (row.state === "deleted") throw organizationPurged();
}

/** An organization that is not purged, whatever else its state. @throws `not_found` `purged` */
export async function findOrganization(db: ReadDb, orgId: string): Promise<OrganizationRow> {
	const row = await repository.find(db, orgId);
	assertExists(row);
	return row;
}

/** Locks an organization as {@link lockOrganization} does, purged or not; undefined when there is none. */
export const lockOrganizationRow = (tx: Db, orgId: string): Promise<OrganizationRow | undefined> =>
	repository.lock(tx, orgId);

/**
 * An organization that is about to be changed, or whose members are: other changes of it wait until the transaction
 * ends. @throws `not_found` `purged`
 */
export async function lockOrganization(tx: Db, orgId: string): Promise<OrganizationRow> {
	const row = await repository.lock(tx, orgId);
	assertExists(row);
	return row;
}

/** The same, unless its deletion is pending. @throws `not_found` `purged` `state_conflict` */
export async function lockWritableOrganization(tx: Db, orgId: string): Promise<OrganizationRow> {
	const row = await lockOrganization(tx, orgId);
	if (row.state === "pending_deletion") throw deletionPending();
	return row;
}

/** Refusal of its members by an organization in this state, see `Gate.closedIn` of `#http/access`; null while it is active. */
export const closedIn = (state: string): AppError | null => (state === "active" ? null : organizationSuspended(state));
