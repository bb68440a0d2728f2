import { and, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import { invitations, memberships, type OneTimeTokenRow, oneTimeTokens, sessions, type UserRow } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Role } from "#modules/permissions";

/** What a one-time token is for. */
export type TokenPurpose = OneTimeTokenRow["purpose"];

/** One-time tokens: what is mailed to an address, or shown to an administrator, for its person to send back. */
export const oneTimeTokensRepository = {
	async insert(tx: Db, row: OneTimeTokenRow): Promise<void> {
		await tx.insert(oneTimeTokens).values(row);
	},

	/** A token while it can be used. */
	async find(db: ReadDb, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> {
		const [row] = await db.select().from(oneTimeTokens).where(isUsable(tokenHash, nowMs)).limit(1);
		return row;
	},

	/** Uses it up; undefined when it can no longer be used. */
	async consume(tx: Db, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> {
		const [row] = await tx.update(oneTimeTokens).set({ usedAtMs: nowMs }).where(isUsable(tokenHash, nowMs)).returning();
		return row;
	},

	/** Forgets a person's tokens for these purposes. */
	async removeByUser(tx: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
		await tx
			.delete(oneTimeTokens)
			.where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, [...purposes])));
	},

	/** Forgets what an organization was shown, not mailed, for one person (null: for each of its members). */
	async removeShown(tx: Db, orgId: string, userId: string | null): Promise<void> {
		const members = tx.select({ id: memberships.userId }).from(memberships).where(eq(memberships.orgId, orgId));
		const isForUsers = userId === null ? inArray(oneTimeTokens.userId, members) : eq(oneTimeTokens.userId, userId);
		await tx.delete(oneTimeTokens).where(and(eq(oneTimeTokens.mailed, false), isForUsers));
	},

	/** Forgets those whose time is over. */
	async removeExpired(db: Db, nowMs: number): Promise<void> {
		await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAtMs, nowMs));
	},
};

const isUsable = (tokenHash: string, nowMs: number) =>
	and(eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAtMs), gt(oneTimeTokens.expiresAtMs, nowMs));

/** Whether somebody ever signed in to the account. */
export async function hasEverSignedIn(db: ReadDb, userId: string): Promise<boolean> {
	const [row] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)).limit(1);
	return row !== undefined;
}

/** An organization a person belongs to. */
export interface Membership {
	readonly orgId: string;
	readonly role: Role;
	readonly joinedAtMs: number;
}

/**
 * Where a person belongs, and in which role: how far an account reaches is the question.
 * @param acrossTenants a handle that the tenant guard leaves alone
 */
export async function listMemberships(acrossTenants: ReadDb, userId: string): Promise<Membership[]> {
	return acrossTenants
		.select({ orgId: memberships.orgId, role: memberships.role, joinedAtMs: memberships.joinedAtMs })
		.from(memberships)
		.where(eq(memberships.userId, userId));
}

/** A person's role in one organization; undefined for one who does not belong to it. */
export async function findRole(db: ReadDb, orgId: string, userId: string): Promise<Role | undefined> {
	const [row] = await db
		.select({ role: memberships.role })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1);
	return row?.role;
}

/** Whether the account came to be by accepting an invitation of the organization. */
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
