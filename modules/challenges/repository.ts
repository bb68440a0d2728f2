import { and, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { type ChallengeRow, challenges } from "#db/schema";
import type { Db } from "#db/store";

/** Small enough not to hold up other writers. */
const REMOVED_AT_ONCE = 1_000;

const isAlive = (kind: ChallengeRow["kind"], tokenHash: string, nowMs: number) =>
	and(eq(challenges.tokenHash, tokenHash), eq(challenges.kind, kind), gt(challenges.expiresAtMs, nowMs));

/** Ceremonies under way. */
export const challengesRepository = {
	async insert(db: Db, row: ChallengeRow): Promise<void> {
		await db.insert(challenges).values(row);
	},

	async find(db: Db, kind: ChallengeRow["kind"], tokenHash: string, nowMs: number): Promise<ChallengeRow | undefined> {
		const [row] = await db
			.select()
			.from(challenges)
			.where(isAlive(kind, tokenHash, nowMs))
			.limit(1);
		return row;
	},

	/** Removes and answers it: of two who ask at once, one gets it. */
	async take(db: Db, kind: ChallengeRow["kind"], tokenHash: string, nowMs: number): Promise<ChallengeRow | undefined> {
		const [row] = await db
			.delete(challenges)
			.where(isAlive(kind, tokenHash, nowMs))
			.returning();
		return row;
	},

	/** Counts an answer; undefined when no more than `maxAttempts` are allowed and those were given. */
	async countAttempt(
		db: Db,
		kind: ChallengeRow["kind"],
		tokenHash: string,
		nowMs: number,
		maxAttempts: number,
	): Promise<ChallengeRow | undefined> {
		const [row] = await db
			.update(challenges)
			.set({ attempts: sql`${challenges.attempts} + 1` })
			.where(and(isAlive(kind, tokenHash, nowMs), lt(challenges.attempts, maxAttempts)))
			.returning();
		return row;
	},

	async removeOf(db: Db, userId: string): Promise<void> {
		await db.delete(challenges).where(eq(challenges.userId, userId));
	},

	/** Deletes some of those that expired by then; true when there may be more. */
	async removeExpired(db: Db, nowMs: number): Promise<boolean> {
		const expired = db
			.select({ tokenHash: challenges.tokenHash })
			.from(challenges)
			.where(lte(challenges.expiresAtMs, nowMs))
			.limit(REMOVED_AT_ONCE);
		const removed = await db
			.delete(challenges)
			.where(inArray(challenges.tokenHash, expired))
			.returning({ tokenHash: challenges.tokenHash });
		return removed.length === REMOVED_AT_ONCE;
	},
};
