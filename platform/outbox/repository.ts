import { placeholdersOf, preparedWrite } from "#db/prepared";
import { type EventRow, events } from "#db/schema";
import type { Db } from "#db/store";

// Prepared, since it is part of every write of the service.
const insertEvent = preparedWrite("event_insert", (db) => db.insert(events).values(placeholdersOf(events)));

/** Appends events of one organization; their sequence numbers were taken in the same transaction. */
export async function insertEvents(tx: Db, rows: readonly EventRow[]): Promise<void> {
	for (const row of rows) await insertEvent(tx, { ...row });
}
