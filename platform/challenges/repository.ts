import { and, desc, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { type ChallengeRow, challenges } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

const isActive = (kind: ChallengeRow["kind"], tokenHash: string, nowMs: number) =>
	and(eq(challenges.tokenHash, tokenHash), eq(challenges.kind, kind), gt(challenges.expiresAtMs, nowMs));

const isAnonymous = (kind: ChallengeRow["kind"]) => and(eq(challenges.kind, kind), isNull(challenges.userId));

/** Statements on pending challenges. */
export const challengesRepository = {
	async insert(db: Db, row: ChallengeRow): Promise<void> {
		await db.insert(challenges).values(row);
	},

	async find(
		db: ReadDb,
		kind: ChallengeRow["kind"],
		tokenHash: string,
		nowMs: number,
	): Promise<ChallengeRow | undefined> {
		const [row] = await db
			.select()
			.from(challenges)
			.where(isActive(kind, tokenHash, nowMs))
			.limit(1);
		return row;
	},

	/** Deletes and returns a challenge: of two concurrent callers, only one gets it. */
	async consume(
		db: Db,
		kind: ChallengeRow["kind"],
		tokenHash: string,
		nowMs: number,
	): Promise<ChallengeRow | undefined> {
		const [row] = await db
			.delete(challenges)
			.where(isActive(kind, tokenHash, nowMs))
			.returning();
		return row;
	},

	/** Counts an attempt; undefined when `maxAttempts` were made already. */
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
			.where(and(isActive(kind, tokenHash, nowMs), lt(challenges.attempts, maxAttempts)))
			.returning();
		return row;
	},

	async deleteByUser(db: Db, userId: string): Promise<void> {
		await db.delete(challenges).where(eq(challenges.userId, userId));
	},

	/**
	 * Returns the creation time (Unix ms) of the newest anonymous challenge beyond the `kept` newest of its kind;
	 * undefined when there are no more than those.
	 */
	async newestBeyond(db: ReadDb, kind: ChallengeRow["kind"], kept: number): Promise<number | undefined> {
		const [row] = await db
			.select({ createdAtMs: challenges.createdAtMs })
			.from(challenges)
			.where(isAnonymous(kind))
			.orderBy(desc(challenges.createdAtMs))
			.limit(1)
			.offset(kept);
		return row?.createdAtMs;
	},

	/** Deletes up to `limit` of the anonymous challenges created by then, and returns their number. */
	async deleteAnonymous(tx: Db, kind: ChallengeRow["kind"], createdAtMs: number, limit: number): Promise<number> {
		const isOld = and(isAnonymous(kind), lte(challenges.createdAtMs, createdAtMs));
		return deletePortion(tx, challenges, challenges.tokenHash, isOld, limit);
	},

	/** Deletes up to `limit` of the challenges that expired by then, and returns their number. */
	deleteExpired: (tx: Db, nowMs: number, limit: number): Promise<number> =>
		deletePortion(tx, challenges, challenges.tokenHash, lte(challenges.expiresAtMs, nowMs), limit),
};
