import { eq, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type ServiceStateRow, serviceState } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

const find = readRow((db, { key }: Bound<{ key: string }>) =>
	db.select().from(serviceState).where(eq(serviceState.key, key)).limit(1),
);
const lock = readRow((tx, { key }: Bound<{ key: string }>) =>
	forUpdate(tx.select().from(serviceState).where(eq(serviceState.key, key)).limit(1)),
);
const put = write((tx, row: Bound<ServiceStateRow>) =>
	tx
		.insert(serviceState)
		.values(row)
		.onConflictDoUpdate({
			target: serviceState.key,
			set: { value: sql`excluded.value`, updatedAtMs: sql`excluded.updated_at_ms` },
		}),
);

/** Returns a value of the state of this installation; undefined before it is first put. */
export const readServiceState = async (db: ReadDb, key: string): Promise<unknown> => (await find(db, { key }))?.value;

/** Returns a value as {@link readServiceState}, and locks it until the transaction ends, if there is one. */
export const lockServiceState = async (tx: Db, key: string): Promise<unknown> => (await lock(tx, { key }))?.value;

/**
 * Stores a value of the state of this installation, and so locks its key until the transaction ends, on either engine: a
 * second write of the same row waits.
 */
export async function putServiceState(tx: Db, key: string, value: unknown, nowMs: number): Promise<void> {
	await put(tx, { key, value, updatedAtMs: nowMs });
}
