import { and, eq, getTableColumns, gt, inArray, lte, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { deletePortion } from "#db/portions";
import { type InvitationRow, invitations, type OrganizationRow, organizations } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write, writeRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantList, tenantRows } from "#db/tenant-rows";
import type { Slice } from "#kernel/list";
import type { Role } from "#modules/tenancy/permissions";
import { contentId, withConfiguration } from "#platform/configuration";
import type { ErasedPerson } from "#platform/module";
import type { InvitationState } from "./schemas.ts";
import { INVITATION_LIFETIME_MS } from "./token.ts";

/** Sort order of the list of invitations. */
export const newestFirst = keyset("desc", { createdAtMs: invitations.createdAtMs, id: invitations.id });

type OfToken = { readonly orgId: string; readonly tokenHash: string; readonly nowMs: number };
type OfId = { readonly orgId: string; readonly id: string };
/** The invitations of a person to these roles; `expiresByMs` leaves out those issued later. */
type Revocation = {
	readonly orgId: string;
	readonly userId: string;
	readonly roles: Each<Role>;
	readonly expiresByMs: number;
};
type Renewal = Pick<InvitationRow, "tokenHash" | "mailed" | "delivery" | "invitedBy" | "expiresAtMs">;
type Delivery = OfId & { readonly tokenHash: string; readonly delivery: InvitationRow["delivery"] };

const rowsOf = tenantRows(invitations);
/** A literal, as in the partial indexes: the engines do not use those for a parameter. */
const isPending = sql`${invitations.state} = 'pending'`;
const isRequested = sql`${invitations.state} = 'requested'`;
/** Nobody has accepted or refused it: pending, or requested. */
const isOpen = sql`${invitations.state} in ('pending', 'requested')`;

/** Filters of the list: one state or none. `expired` means pending past its expiry. */
interface StateFilter {
	readonly pendingAtMs: number | undefined;
	readonly expiredAtMs: number | undefined;
	/** Time by which what has expired was created: the list, newest first, begins there. */
	readonly createdByMs: number | undefined;
	readonly ended: "accepted" | "revoked" | "requested" | undefined;
}

const list = tenantList(
	invitations,
	newestFirst,
	({ pendingAtMs, expiredAtMs, createdByMs, ended }: Bound<StateFilter>) =>
		and(
			pendingAtMs && and(isPending, gt(invitations.expiresAtMs, pendingAtMs)),
			expiredAtMs && and(isPending, lte(invitations.expiresAtMs, expiredAtMs)),
			createdByMs && lte(invitations.createdAtMs, createdByMs),
			ended && eq(invitations.state, ended),
		),
);

const toStateFilter = (state: InvitationState | null, nowMs: number): StateFilter => ({
	pendingAtMs: state === "pending" ? nowMs : undefined,
	expiredAtMs: state === "expired" ? nowMs : undefined,
	createdByMs: state === "expired" ? nowMs - INVITATION_LIFETIME_MS : undefined,
	ended: state === "pending" || state === "expired" || state === null ? undefined : state,
});

const findPending = readRow((db, { orgId, tokenHash, nowMs }: Bound<OfToken>) =>
	db
		.select(getTableColumns(invitations))
		.from(invitations)
		.crossJoin(organizations) // SQLite executes it in the order it is written.
		.where(
			and(
				eq(invitations.orgId, orgId),
				eq(organizations.id, orgId),
				eq(invitations.tokenHash, tokenHash),
				isPending,
				gt(invitations.expiresAtMs, nowMs),
				sql`${organizations.state} <> 'deleted'`,
			),
		)
		.limit(1),
);

const findOrganization = withConfiguration(
	readRow((db, { orgId }: Bound<{ orgId: string }>) =>
		db
			.select({ name: organizations.name, orgType: organizations.orgType, settings: organizations.settings, contentId })
			.from(organizations)
			.where(eq(organizations.id, orgId))
			.limit(1),
	),
);

const listPendingBy = readRows(
	(db, { orgId, userId, roles, expiresByMs, limit }: Bound<Revocation & { limit: number }>) =>
		db
			.select()
			.from(invitations)
			.where(
				and(
					eq(invitations.orgId, orgId),
					eq(invitations.invitedBy, userId),
					inArray(invitations.role, roles),
					isPending,
					lte(invitations.expiresAtMs, expiresByMs),
				),
			)
			.limit(limit),
);

const pendingRole = readRow(
	(db, { orgId, emailKey, nowMs }: Bound<{ orgId: string; emailKey: string; nowMs: number }>) =>
		db
			.select({ role: invitations.role })
			.from(invitations)
			.where(
				and(
					eq(invitations.orgId, orgId),
					eq(invitations.emailKey, emailKey),
					isPending,
					gt(invitations.expiresAtMs, nowMs),
				),
			)
			.limit(1),
);

const findOfAddress = readRow((db, { orgId, emailKey }: Bound<{ orgId: string; emailKey: string }>) =>
	db
		.select({ id: invitations.id })
		.from(invitations)
		.where(and(eq(invitations.orgId, orgId), eq(invitations.emailKey, emailKey)))
		.limit(1),
);

const revokePending = writeRows((tx, { orgId, emailKey }: Bound<{ orgId: string; emailKey: string }>) =>
	tx
		.update(invitations)
		.set({ state: "revoked" })
		.where(and(eq(invitations.orgId, orgId), eq(invitations.emailKey, emailKey), isPending))
		.returning({ id: invitations.id, role: invitations.role, expiresAtMs: invitations.expiresAtMs }),
);

const revokeRequested = writeRows((tx, { orgId, emailKey }: Bound<{ orgId: string; emailKey: string }>) =>
	tx
		.update(invitations)
		.set({ state: "revoked" })
		.where(and(eq(invitations.orgId, orgId), eq(invitations.emailKey, emailKey), isRequested))
		.returning({ id: invitations.id, role: invitations.role, expiresAtMs: invitations.expiresAtMs }),
);

const revoke = write((tx, { orgId, id }: Bound<OfId>) =>
	tx
		.update(invitations)
		.set({ state: "revoked" })
		.where(and(eq(invitations.orgId, orgId), eq(invitations.id, id), isOpen)),
);

const renew = write((tx, { orgId, id, ...values }: Bound<OfId & Renewal>) =>
	tx
		.update(invitations)
		.set({ ...values, state: "pending" })
		.where(and(eq(invitations.orgId, orgId), eq(invitations.id, id), isOpen)),
);

const noteDelivery = write((tx, { orgId, id, tokenHash, delivery }: Bound<Delivery>) =>
	tx
		.update(invitations)
		.set({ delivery })
		.where(and(eq(invitations.orgId, orgId), eq(invitations.id, id), eq(invitations.tokenHash, tokenHash))),
);

const accept = write((tx, { orgId, id, tokenHash, userId, nowMs }: Bound<OfToken & OfId & { userId: string }>) =>
	tx
		.update(invitations)
		.set({ state: "accepted", acceptedBy: userId, acceptedAtMs: nowMs })
		.where(
			and(
				eq(invitations.orgId, orgId),
				eq(invitations.id, id),
				eq(invitations.tokenHash, tokenHash),
				isPending,
				gt(invitations.expiresAtMs, nowMs),
			),
		),
);

const lockState = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	forUpdate(db.select({ state: organizations.state }).from(organizations).where(eq(organizations.id, orgId)).limit(1)),
);

/** Queries on the invitations of one organization. */
export const readInvitationsOf = (db: ReadDb, orgId: string) => ({
	find: rowsOf(db, orgId).find,

	/** Returns a slice of the invitations, {@link newestFirst}; `state` null: in any state. */
	list: (
		{ state, nowMs }: { readonly state: InvitationState | null; readonly nowMs: number },
		slice: Slice,
	): Promise<InvitationRow[]> => list(db, orgId, slice, toStateFilter(state, nowMs)),

	/** Returns the invitation of a token while it can be accepted. */
	findPending: (tokenHash: string, nowMs: number): Promise<InvitationRow | undefined> =>
		findPending(db, { orgId, tokenHash, nowMs }),

	/** Returns what the mail needs of the organization; undefined when there is none. */
	organization: () => findOrganization(db, { orgId }),
});

/** Statements on the invitations of one organization, within a change. */
export const invitationsOf = (tx: Db, orgId: string) => ({
	...rowsOf(tx, orgId),
	...readInvitationsOf(tx, orgId),

	/** Returns up to `limit` pending invitations by a person to these roles, including expired ones. */
	listPendingBy: (
		{ userId, roles, expiresByMs }: { userId: string; roles: readonly Role[]; expiresByMs: number },
		limit: number,
	): Promise<InvitationRow[]> => listPendingBy(tx, { orgId, userId, roles: each(roles), expiresByMs, limit }),

	/** Returns the role of the invitation of an address that can be accepted; undefined when there is none. */
	pendingRole: async (emailKey: string, nowMs: number): Promise<Role | undefined> =>
		(await pendingRole(tx, { orgId, emailKey, nowMs }))?.role,

	/** Whether there is an invitation of an address, in any state. */
	includes: async (emailKey: string): Promise<boolean> => (await findOfAddress(tx, { orgId, emailKey })) !== undefined,

	/** Revokes the pending invitation of an address and its request for one, if there are any; returns id, role and expiry. */
	revokePending: async (emailKey: string): Promise<Pick<InvitationRow, "id" | "role" | "expiresAtMs">[]> =>
		(await Promise.all([revokePending(tx, { orgId, emailKey }), revokeRequested(tx, { orgId, emailKey })])).flat(),

	/** Revokes an invitation; returns false when it is neither pending nor requested any more. */
	revoke: async (id: string): Promise<boolean> => (await revoke(tx, { orgId, id })) === 1,

	/** Gives a pending or requested invitation a new token and expiry; returns false when it is neither any more. */
	renew: async (id: string, values: Renewal): Promise<boolean> => (await renew(tx, { ...values, orgId, id })) === 1,

	/** Records the delivery of the mail with a token, unless the invitation has another token in the meantime. */
	noteDelivery: (id: string, tokenHash: string, delivery: NonNullable<InvitationRow["delivery"]>): Promise<number> =>
		noteDelivery(tx, { orgId, id, tokenHash, delivery }),

	/** Accepts an invitation; returns false when it was accepted, revoked or given another token in the meantime. */
	accept: async ({ id, tokenHash }: InvitationRow, userId: string, nowMs: number): Promise<boolean> =>
		(await accept(tx, { orgId, id, tokenHash, userId, nowMs })) === 1,

	/** Returns the state of the organization, locked until the transaction ends; undefined when there is none. */
	lockState: async (): Promise<OrganizationRow["state"] | undefined> => (await lockState(tx, { orgId }))?.state,
});

/**
 * Deletes up to `limit` of the invitations to a person or accepted by them, and returns their number; their invitations
 * to others stay.
 * @param acrossTenants a handle without the tenant guard
 */
export async function eraseInvitee(
	acrossTenants: Db,
	{ userId, emailKey, orgId }: ErasedPerson,
	limit: number,
): Promise<number> {
	const key = [invitations.orgId, invitations.id];
	const isThere = orgId === null ? undefined : eq(invitations.orgId, orgId);
	let left = limit;
	for (const isTheirs of [eq(invitations.emailKey, emailKey), eq(invitations.acceptedBy, userId)])
		left -= await deletePortion(acrossTenants, invitations, key, and(isTheirs, isThere), left);
	return limit - left;
}
