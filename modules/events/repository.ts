import { events } from "#db/schema";
import type { Db } from "#db/store";

/** A row of the outbox. */
export type NewEventRow = typeof events.$inferInsert;

/** Appends events of one organization; their sequence numbers were taken in the same transaction. */
export async function insertEvents(tx: Db, rows: readonly NewEventRow[]): Promise<void> {
	await tx.insert(events).values([...rows]);
}
