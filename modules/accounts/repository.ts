import { and, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import { invitations, memberships, type OneTimeTokenRow, oneTimeTokens, sessions, type UserRow } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { Role } from "#kernel/principal";

/** What a mailed proof is for. */
export type ProofPurpose = OneTimeTokenRow["purpose"];

/** Mailed proofs. */
export const proofsRepository = {
	async insert(tx: Db, row: OneTimeTokenRow): Promise<void> {
		await tx.insert(oneTimeTokens).values(row);
	},

	/** The proof behind a token while it can be used. */
	async find(db: Db, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> {
		const [row] = await db.select().from(oneTimeTokens).where(isUsable(tokenHash, nowMs)).limit(1);
		return row;
	},

	/** Uses it up; undefined when it can no longer be used. */
	async use(tx: Db, tokenHash: string, nowMs: number): Promise<OneTimeTokenRow | undefined> {
		const [row] = await tx.update(oneTimeTokens).set({ usedAtMs: nowMs }).where(isUsable(tokenHash, nowMs)).returning();
		return row;
	},

	/** Forgets a person's proofs for these purposes. */
	async removeOf(tx: Db, userId: string, purposes: readonly ProofPurpose[]): Promise<void> {
		await tx
			.delete(oneTimeTokens)
			.where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, [...purposes])));
	},

	/** Forgets those whose time is over. */
	async removeExpired(db: Db, nowMs: number): Promise<void> {
		await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAtMs, nowMs));
	},
};

const isUsable = (tokenHash: string, nowMs: number) =>
	and(eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAtMs), gt(oneTimeTokens.expiresAtMs, nowMs));

/** Whether somebody ever signed in to the account. */
export async function wasUsed(db: Db, userId: string): Promise<boolean> {
	const [row] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)).limit(1);
	return row !== undefined;
}

/** One membership, as far as it decides who may reset the person's password. */
export interface MembershipRole {
	readonly orgId: string;
	readonly role: Role;
}

/** Every membership of a person. Crosses tenants: whether an account reaches beyond one is the question. */
export async function listMemberships(store: Store, userId: string): Promise<MembershipRole[]> {
	return store.acrossTenants.db
		.select({ orgId: memberships.orgId, role: memberships.role })
		.from(memberships)
		.where(eq(memberships.userId, userId));
}

/** Whether the account came to be by accepting an invitation of the organization. */
export async function wasMadeFor(db: Db, orgId: string, user: Pick<UserRow, "id" | "createdAtMs">): Promise<boolean> {
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
