import { desc, eq, lte } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { type FailedSignInRow, failedSignIns } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

const insert = write((tx, row: Bound<FailedSignInRow>) => tx.insert(failedSignIns).values(row));
const find = readRow((db, { id }: Bound<{ id: string }>) =>
	db.select().from(failedSignIns).where(eq(failedSignIns.id, id)).limit(1),
);
const newestBeyond = readRow((db, { limit }: Bound<{ limit: number }>) =>
	db.select({ id: failedSignIns.id }).from(failedSignIns).orderBy(desc(failedSignIns.id)).limit(1).offset(limit),
);

/** Failed sign-ins. */
export const failedSignInsRepository = {
	async insert(db: Db, row: FailedSignInRow): Promise<void> {
		await insert(db, row);
	},

	find: (db: ReadDb, id: string): Promise<FailedSignInRow | undefined> => find(db, { id }),

	/** Returns the id of the newest row beyond the `limit` newest ones; undefined when there are not more. */
	newestBeyond: async (db: ReadDb, limit: number): Promise<string | undefined> =>
		(await newestBeyond(db, { limit }))?.id,

	/** Deletes up to `limit` rows of a user, and returns their number. */
	removeByUser: (tx: Db, userId: string, limit: number): Promise<number> =>
		deletePortion(tx, failedSignIns, failedSignIns.id, eq(failedSignIns.userId, userId), limit),

	/** Deletes up to `limit` rows up to an id, and returns their number. */
	removeUpTo: (tx: Db, id: string, limit: number): Promise<number> =>
		deletePortion(tx, failedSignIns, failedSignIns.id, lte(failedSignIns.id, id), limit),

	/** Deletes up to `limit` rows that occurred by then, and returns their number. */
	removeBefore: (tx: Db, occurredAtMs: number, limit: number): Promise<number> =>
		deletePortion(tx, failedSignIns, failedSignIns.id, lte(failedSignIns.occurredAtMs, occurredAtMs), limit),
};
