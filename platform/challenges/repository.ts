import { and, desc, eq, gt, isNull, lt, lte, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { type ChallengeRow, challenges } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, write, writeRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

/** The states of challenges. */
export const sealedStates = sealedColumn(challenges, "payloadSealed", { place: ["kind"] });

type Kind = ChallengeRow["kind"];
type Key = { readonly kind: Kind; readonly tokenHash: string; readonly nowMs: number };

const isActive = ({ kind, tokenHash, nowMs }: Bound<Key>) =>
	and(eq(challenges.tokenHash, tokenHash), eq(challenges.kind, kind), gt(challenges.expiresAtMs, nowMs));

const isAnonymous = (kind: Kind) => and(eq(challenges.kind, kind), isNull(challenges.userId));

const insert = write((tx, row: Bound<ChallengeRow>) => tx.insert(challenges).values(row));
const find = readRow((db, key: Bound<Key>) => db.select().from(challenges).where(isActive(key)).limit(1));
const consume = writeRow((tx, key: Bound<Key>) => tx.delete(challenges).where(isActive(key)).returning());
const countAttempt = writeRow((tx, { maxAttempts, ...key }: Bound<Key & { maxAttempts: number }>) =>
	tx
		.update(challenges)
		.set({ attempts: sql`${challenges.attempts} + 1` })
		.where(and(isActive(key), lt(challenges.attempts, maxAttempts)))
		.returning(),
);
const deleteByUser = write((tx, { userId }: Bound<{ userId: string }>) =>
	tx.delete(challenges).where(eq(challenges.userId, userId)),
);

/** Statements on pending challenges. */
export const challengesRepository = {
	async insert(db: Db, row: ChallengeRow): Promise<void> {
		await insert(db, row);
	},

	find: (db: ReadDb, kind: Kind, tokenHash: string, nowMs: number): Promise<ChallengeRow | undefined> =>
		find(db, { kind, tokenHash, nowMs }),

	/** Deletes and returns a challenge: of two concurrent callers, only one gets it. */
	consume: (db: Db, kind: Kind, tokenHash: string, nowMs: number): Promise<ChallengeRow | undefined> =>
		consume(db, { kind, tokenHash, nowMs }),

	/** Counts an attempt; undefined when `maxAttempts` were made already. */
	countAttempt: (
		db: Db,
		kind: Kind,
		tokenHash: string,
		nowMs: number,
		maxAttempts: number,
	): Promise<ChallengeRow | undefined> => countAttempt(db, { kind, tokenHash, nowMs, maxAttempts }),

	async deleteByUser(db: Db, userId: string): Promise<void> {
		await deleteByUser(db, { userId });
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

/** Deletes up to `limit` challenges of all kinds, and returns their number. */
export const deleteAllChallenges = (tx: Db, limit: number): Promise<number> =>
	deletePortion(tx, challenges, challenges.tokenHash, undefined, limit);
