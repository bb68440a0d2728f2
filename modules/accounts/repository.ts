import { and, eq, gt, inArray, isNull, lte, ne } from "drizzle-orm";
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
import type { Db, ReadDb } from "#db/store";
import type { Role } from "#modules/permissions";

/** Purpose of a one-time token. */
export type TokenPurpose = OneTimeTokenRow["purpose"];

/** One-time tokens, mailed to an address or shown to an administrator. */
export const oneTimeTokensRepository = {
	async insert(tx: Db, row: OneTimeTokenRow): Promise<void> {
		await tx.insert(oneTimeTokens).values(row);
	},

	/** Reads a token; undefined when it is used, expired or unknown. */
	async find(db: ReadDb, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> {
		const [row] = await db.select().from(oneTimeTokens).where(isUsable(tokenHash, nowMs)).limit(1);
		return row;
	},

	/** Marks a token as used and returns it; undefined when it is used, expired or unknown. */
	async consume(tx: Db, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> {
		const [row] = await tx.update(oneTimeTokens).set({ usedAtMs: nowMs }).where(isUsable(tokenHash, nowMs)).returning();
		return row;
	},

	/** Deletes a user's tokens for these purposes. */
	async removeByUser(tx: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
		await tx
			.delete(oneTimeTokens)
			.where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, [...purposes])));
	},

	/** Deletes tokens that were shown, not mailed: those of one user (null: of all members of the organization). */
	async removeShown(tx: Db, orgId: string, userId: string | null): Promise<void> {
		const members = tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.orgId, orgId));
		const isForUsers = userId === null ? inArray(oneTimeTokens.userId, members) : eq(oneTimeTokens.userId, userId);
		await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.mailed, false), isForUsers));
	},

	/** Deletes up to `limit` expired tokens and returns their number. */
	removeExpired: (tx: Db, nowMs: number, limit: number): Promise<number> =>
		deletePortion(tx, oneTimeTokens, oneTimeTokens.tokenHash, lte(oneTimeTokens.expiresAtMs, nowMs), limit),
};

const isUsable = (tokenHash: string, nowMs: number) =>
	and(eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAtMs), gt(oneTimeTokens.expiresAtMs, nowMs));

/** Whether anybody has ever signed in to the account. */
export async function hasEverSignedIn(db: ReadDb, userId: string): Promise<boolean> {
	const [row] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)).limit(1);
	return row !== undefined;
}

/** Membership of a user in an organization. */
export interface Membership {
	readonly orgId: string;
	readonly role: Role;
	readonly joinedAtMs: number;
}

/** Lists the memberships of a user, except in purged organizations. @param acrossTenants a handle exempt from the tenant guard */
export async function listMemberships(acrossTenants: ReadDb, userId: string): Promise<Membership[]> {
	return acrossTenants
		.select({ orgId: memberships.orgId, role: memberships.role, joinedAtMs: memberships.joinedAtMs })
		.from(memberships)
		.crossJoin(organizations) // SQLite executes it in the order it is written.
		.where(
			and(eq(memberships.userId, userId), eq(organizations.id, memberships.orgId), ne(organizations.state, "deleted")),
		);
}

/** Reads a user's role in an organization; undefined without a membership. */
export async function findRole(db: ReadDb, orgId: string, userId: string): Promise<Role | undefined> {
	const [row] = await db
		.select({ role: memberships.role })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1);
	return row?.role;
}

/** Whether the account was created by accepting an invitation of the organization. */
export async function wasCreatedByInvitation(
	db: ReadDb,
	orgId: string,
	user: Pick<UserRow, "id" | "createdAtMs">,
): Promise<boolean> {
	const [row] = await db
		.select({ id: invitations.id })
		.from(invitations)
		.where(
			and(
				eq(invitations.orgId, orgId),
				eq(invitations.acceptedBy, user.id),
				eq(invitations.acceptedAtMs, user.createdAtMs),
			),
		)
		.limit(1);
	return row !== undefined;
}
