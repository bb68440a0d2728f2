import { type EventRow, events } from "#db/schema";
import { type Bound, write } from "#db/statement";
import type { Db } from "#db/store";

const insertEvent = write((tx, event: Bound<EventRow>) => tx.insert(events).values(event));

/**
 * Appends events of one organization; their sequence numbers were taken in the same transaction.
 * @returns a promise for each, since none has to wait for another
 */
export const insertEvents = (tx: Db, rows: readonly EventRow[]): Promise<unknown>[] =>
	rows.map((row) => insertEvent(tx, row));
