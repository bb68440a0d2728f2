import { desc, eq, lte } from "drizzle-orm";
import { deleteBatch } from "#db/delete-batch";
import { type FailedSignInRow, failedSignIns } from "#db/schema";
import type { Db, ReadDb } from "#db/store";

/** Failed sign-ins. */
export const failedSignInsRepository = {
	async insert(db: Db, row: FailedSignInRow): Promise<void> {
		await db.insert(failedSignIns).values(row);
	},

	async find(db: ReadDb, id: string): Promise<FailedSignInRow | undefined> {
		const [row] = await db.select().from(failedSignIns).where(eq(failedSignIns.id, id)).limit(1);
		return row;
	},

	/** Returns the id of the newest row beyond the `limit` newest ones; undefined when there are not more. */
	async newestBeyond(db: ReadDb, limit: number): Promise<string | undefined> {
		const [row] = await db
			.select({ id: failedSignIns.id })
			.from(failedSignIns)
			.orderBy(desc(failedSignIns.id))
			.limit(1)
			.offset(limit);
		return row?.id;
	},

	/** Deletes the rows of a user. */
	async removeByUser(tx: Db, userId: string): Promise<void> {
		await tx.delete(failedSignIns).where(eq(failedSignIns.userId, userId));
	},

	/** Deletes a batch of rows up to an id. Returns true when there may be more. */
	async removeUpTo(db: Db, id: string): Promise<boolean> {
		return deleteBatch(db, failedSignIns, failedSignIns.id, lte(failedSignIns.id, id));
	},

	/** Deletes a batch of rows that occurred by then. Returns true when there may be more. */
	async removeBefore(db: Db, occurredAtMs: number): Promise<boolean> {
		return deleteBatch(db, failedSignIns, failedSignIns.id, lte(failedSignIns.occurredAtMs, occurredAtMs));
	},
};
