import { and, desc, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { deleteBatch } from "#db/delete-batch";
import { type ChallengeRow, challenges } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

const isAlive = (kind: ChallengeRow["kind"], tokenHash: string, nowMs: number) =>
	and(eq(challenges.tokenHash, tokenHash), eq(challenges.kind, kind), gt(challenges.expiresAtMs, nowMs));

const isAnonymous = (kind: ChallengeRow["kind"]) => and(eq(challenges.kind, kind), isNull(challenges.userId));

/** Ceremonies under way. */
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

	/** When the newest one of strangers began that is beyond the `kept` newest of its kind, Unix ms; undefined when there are no more. */
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

	/** Deletes some of those of strangers that began by then; true when there may be more. */
	async removeAnonymous(db: Db, kind: ChallengeRow["kind"], createdAtMs: number): Promise<boolean> {
		const isOld = and(isAnonymous(kind), lte(challenges.createdAtMs, createdAtMs));
		return deleteBatch(db, challenges, challenges.tokenHash, isOld);
	},

	/** Deletes some of those that expired by then; true when there may be more. */
	async removeExpired(db: Db, nowMs: number): Promise<boolean> {
		return deleteBatch(db, challenges, challenges.tokenHash, lte(challenges.expiresAtMs, nowMs));
	},
};
