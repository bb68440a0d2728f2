import { inArray, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { affectedRows } from "./dsl.ts";
import type { Db } from "./store.ts";

/** Rows of one portion: small enough not to hold up other writers. */
const PORTION = 1_000;

/**
 * Deletes up to 1,000 of the rows that `which` names, found by their `key`; true when there may be more. For clearing
 * away what is over: in portions, since one long transaction would hold up every other write.
 */
export async function deleteSome(
	db: Db,
	table: SQLiteTable,
	key: SQLiteColumn,
	which: SQL | undefined,
): Promise<boolean> {
	const portion = db.select({ key }).from(table).where(which).limit(PORTION);
	return affectedRows(await db.delete(table).where(inArray(key, portion))) === PORTION;
}
