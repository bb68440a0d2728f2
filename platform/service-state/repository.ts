import { eq, sql } from "drizzle-orm";
import { dialect } from "#db/dialect";
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

const times = readRow((db, _values: Bound<Record<never, never>>) =>
	db
		.select({
			writtenAtMs: sql<number | null>`max(${serviceState.updatedAtMs})`.mapWith(Number),
			serverMs:
				sql<number>`${dialect === "postgres" ? sql`extract(epoch from clock_timestamp()) * 1000` : sql`0`}`.mapWith(
					Number,
				),
		})
		.from(serviceState),
);

/**
 * Returns what the database knows of the time, Unix ms: when a server last wrote its state, which a running one does once a
 * minute (0: never), and the clock of the database server (0: it has none of its own).
 */
export const readTimes = async (db: ReadDb): Promise<{ readonly writtenAtMs: number; readonly serverMs: number }> => {
	const found = await times(db, {});
	return { writtenAtMs: found?.writtenAtMs ?? 0, serverMs: found?.serverMs ?? 0 };
};

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
