import { type EventRow, events } from "#db/schema";
import { type Bound, write } from "#db/statement";
import type { Db } from "#db/store";

const insertEvent = write((tx, event: Bound<EventRow>) => tx.insert(events).values(event));

/** Appends events of one organization; their sequence numbers were taken in the same transaction. */
export async function insertEvents(tx: Db, rows: readonly EventRow[]): Promise<void> {
	for (const row of rows) await insertEvent(tx, row);
}
