import { inArray, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { affectedRows } from "./dsl.ts";
import type { Db } from "./store.ts";

/** Number of rows of a batch: small enough not to hold up other writers. */
const BATCH_SIZE = 1_000;

/**
 * Deletes up to 1,000 of the rows that match `which`, found by their `key`; returns whether there may be more. For
 * cleaning up expired rows in batches, since one long transaction would hold up every other write.
 */
export async function deleteBatch(
	db: Db,
	table: SQLiteTable,
	key: SQLiteColumn,
	which: SQL | undefined,
): Promise<boolean> {
	const batch = db.select({ key }).from(table).where(which).limit(BATCH_SIZE);
	return affectedRows(await db.delete(table).where(inArray(key, batch))) === BATCH_SIZE;
}
