import { and, eq, exists, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import {
	invitations,
	memberships,
	type OneTimeTokenRow,
	oneTimeTokens,
	organizations,
	sessions,
	type UserRow,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write, writeRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Role } from "#modules/tenancy/permissions";

/** Purpose of a one-time token. */
export type TokenPurpose = OneTimeTokenRow["purpose"];

type OneTimeToken = Bound<{ tokenHash: string; nowMs: number }>;
const isUsable = ({ tokenHash, nowMs }: OneTimeToken) =>
	and(eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAtMs), gt(oneTimeTokens.expiresAtMs, nowMs));

const insert = write((tx, row: Bound<OneTimeTokenRow>) => tx.insert(oneTimeTokens).values(row));
const find = readRow((db, token: OneTimeToken) => db.select().from(oneTimeTokens).where(isUsable(token)).limit(1));
const consume = writeRow((tx, token: OneTimeToken) =>
	tx.update(oneTimeTokens).set({ usedAtMs: token.nowMs }).where(isUsable(token)).returning(),
);
const removeByUser = write((tx, { userId, purposes }: Bound<{ userId: string; purposes: Each<TokenPurpose> }>) =>
	tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, purposes))),
);

/** As in the partial index, by which the few shown ones are found. */
const wasShown = sql`not ${oneTimeTokens.mailed}`;
const removeShownTo = write((tx, { userId }: Bound<{ userId: string }>) =>
	tx.delete(oneTimeTokens).where(and(wasShown, eq(oneTimeTokens.userId, userId))),
);
const removeShownToMembers = write((tx, { orgId }: Bound<{ orgId: string }>) => {
	const isTheirs = and(eq(memberships.orgId, orgId), eq(memberships.userId, oneTimeTokens.userId));
	return tx
		.delete(oneTimeTokens)
		.where(and(wasShown, exists(tx.select({ userId: memberships.userId }).from(memberships).where(isTheirs))));
});

/** One-time tokens, mailed to an address or shown to an administrator. */
export const oneTimeTokensRepository = {
	async insert(tx: Db, row: OneTimeTokenRow): Promise<void> {
		await insert(tx, row);
	},

	/** Reads a token; undefined when it is used, expired or unknown. */
	find: (db: ReadDb, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> =>
		find(db, { tokenHash, nowMs }),

	/** Marks a token as used and returns it; undefined when it is used, expired or unknown. */
	consume: (tx: Db, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> =>
		consume(tx, { tokenHash, nowMs }),

	/** Deletes a user's tokens for these purposes. */
	async removeByUser(tx: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
		await removeByUser(tx, { userId, purposes: each(purposes) });
	},

	/** Deletes tokens that were shown, not mailed: those of one user (null: of all members of the organization). */
	async removeShown(tx: Db, orgId: string, userId: string | null): Promise<void> {
		if (userId === null) await removeShownToMembers(tx, { orgId });
		else await removeShownTo(tx, { userId });
	},

	/** Deletes up to `limit` expired tokens and returns their number. */
	removeExpired: (tx: Db, nowMs: number, limit: number): Promise<number> =>
		deletePortion(tx, oneTimeTokens, oneTimeTokens.tokenHash, lte(oneTimeTokens.expiresAtMs, nowMs), limit),
};

/** A person in an organization. */
type InOrganization = { readonly orgId: string; readonly userId: string };

const anySession = readRow((db, { userId }: Bound<{ userId: string }>) =>
	db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)).limit(1),
);

const membershipsOf = readRows((db, { userId }: Bound<{ userId: string }>) =>
	db
		.select({ orgId: memberships.orgId, role: memberships.role, joinedAtMs: memberships.joinedAtMs })
		.from(memberships)
		.crossJoin(organizations) // SQLite executes it in the order it is written.
		.where(
			and(
				eq(memberships.userId, userId),
				eq(organizations.id, memberships.orgId),
				sql`${organizations.state} <> 'deleted'`,
			),
		),
);

const roleOf = readRow((db, { orgId, userId }: Bound<InOrganization>) =>
	db
		.select({ role: memberships.role })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1),
);

const invitationAcceptedAt = readRow((db, { orgId, userId, atMs }: Bound<InOrganization & { atMs: number }>) =>
	db
		.select({ id: invitations.id })
		.from(invitations)
		.where(and(eq(invitations.orgId, orgId), eq(invitations.acceptedBy, userId), eq(invitations.acceptedAtMs, atMs)))
		.limit(1),
);

/** Whether anybody has ever signed in to the account. */
export const hasEverSignedIn = async (db: ReadDb, userId: string): Promise<boolean> =>
	(await anySession(db, { userId })) !== undefined;

/** Membership of a user in an organization. */
export interface Membership {
	readonly orgId: string;
	readonly role: Role;
	readonly joinedAtMs: number;
}

/** Lists the memberships of a user, except in purged organizations. @param acrossTenants a handle exempt from the tenant guard */
export const listMemberships = (acrossTenants: ReadDb, userId: string): Promise<Membership[]> =>
	membershipsOf(acrossTenants, { userId });

/** Reads a user's role in an organization; undefined without a membership. */
export const findRole = async (db: ReadDb, orgId: string, userId: string): Promise<Role | undefined> =>
	(await roleOf(db, { orgId, userId }))?.role;

/** Whether the account was created by accepting an invitation of the organization. */
export const wasCreatedByInvitation = async (
	db: ReadDb,
	orgId: string,
	{ id: userId, createdAtMs: atMs }: Pick<UserRow, "id" | "createdAtMs">,
): Promise<boolean> => (await invitationAcceptedAt(db, { orgId, userId, atMs })) !== undefined;
