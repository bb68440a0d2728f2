import { and, asc, lte, sql } from "drizzle-orm";
import { deletePortion } from "#db/portions";
import { type RemovalRow, removals } from "#db/schema";
import { type Bound, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { newId } from "#kernel/ids";
import type { NewRemoval, RemovalPosition } from "./ports.ts";

const after = readRows(
	(db, { atMs, id, untilMs, limit }: Bound<RemovalPosition & { untilMs: number; limit: number }>) =>
		db
			.select()
			.from(removals)
			.where(and(sql`(${removals.atMs}, ${removals.id}) > (${atMs}, ${id})`, lte(removals.atMs, untilMs)))
			.orderBy(asc(removals.atMs), asc(removals.id))
			.limit(limit),
);

const insert = write((tx, row: Bound<RemovalRow>) => tx.insert(removals).values(row));

/**
 * Notes what was removed, in the transaction that removed it.
 * @param prefix of their ids
 */
export async function noteRemovals(tx: Db, noted: readonly NewRemoval[], prefix: "rmv" | "rmr" = "rmv"): Promise<void> {
	await Promise.all(noted.map((each) => insert(tx, { ...each, id: newId(prefix) })));
}

/** Reads up to `limit` removals in the order of their times, after a place, until `untilMs`. */
export const listRemovals = (
	db: ReadDb,
	place: RemovalPosition,
	untilMs: number,
	limit: number,
): Promise<RemovalRow[]> => after(db, { ...place, untilMs, limit });

/** Deletes up to `limit` removals until then, and returns their number. */
export const deleteRemovals = (tx: Db, untilMs: number, limit: number): Promise<number> =>
	deletePortion(tx, removals, removals.id, lte(removals.atMs, untilMs), limit);
