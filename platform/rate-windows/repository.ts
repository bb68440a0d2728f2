import { and, eq, gt, lte, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { deletePortion } from "#db/portions";
import { type RateWindowRow, rateWindows } from "#db/schema";
import { type Bound, readRow, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type Key = { readonly keyHash: string };

/** Of the database, which all instances share. Postgres alone has it: only there windows are shared. */
const nowMs = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`.mapWith(Number);

const isOf = ({ keyHash }: Bound<Key>) => eq(rateWindows.keyHash, keyHash);

const find = readRow((db, key: Bound<Key>) =>
	db.select({ window: rateWindows, nowMs }).from(rateWindows).where(isOf(key)).limit(1),
);
const lock = readRow((tx, key: Bound<Key>) =>
	forUpdate(tx.select({ window: rateWindows, nowMs }).from(rateWindows).where(isOf(key)).limit(1)),
);
const open = write((tx, { keyHash }: Bound<Key>) =>
	tx
		.insert(rateWindows)
		.values({ keyHash, count: 0, lengthMs: 0, endsAtMs: 0, countedAtMs: 0, keepUntilMs: 0 })
		.onConflictDoNothing(),
);
const update = write((tx, { keyHash, ...window }: Bound<RateWindowRow>) =>
	tx.update(rateWindows).set(window).where(isOf({ keyHash })),
);
const refund = write((tx, { keyHash, endsAtMs }: Bound<Key & { endsAtMs: number }>) =>
	tx
		.update(rateWindows)
		.set({ count: sql`${rateWindows.count} - 1` })
		.where(and(isOf({ keyHash }), eq(rateWindows.endsAtMs, endsAtMs), gt(rateWindows.count, 0))),
);
const remove = write((tx, key: Bound<Key>) => tx.delete(rateWindows).where(isOf(key)));

/** A window with the time at the database, Unix ms. */
export type TimedWindow = { readonly window: RateWindowRow; readonly nowMs: number };

/** Statements on the windows of rate limits. */
export const rateWindowsRepository = {
	/** Returns the last window of a key, which may be over; undefined when there is none. */
	find: (db: ReadDb, keyHash: string): Promise<TimedWindow | undefined> => find(db, { keyHash }),

	/** Returns the last window of a key, or one without length, and locks it until the transaction ends. */
	async lock(tx: Db, keyHash: string): Promise<TimedWindow> {
		const [, locked] = await Promise.all([open(tx, { keyHash }), lock(tx, { keyHash })]);
		if (locked === undefined) throw new Error("a window that was stored is missing");
		return locked;
	},

	update,

	/** Takes back one request of the window that ends then; has no effect once the key has another one. */
	async refund(db: Db, keyHash: string, endsAtMs: number): Promise<void> {
		await refund(db, { keyHash, endsAtMs });
	},

	async remove(db: Db, keyHash: string): Promise<void> {
		await remove(db, { keyHash });
	},

	/** Deletes up to `limit` of the windows that did not matter any more by then, and returns their number. */
	deleteExpired: (tx: Db, byMs: number, limit: number): Promise<number> =>
		deletePortion(tx, rateWindows, rateWindows.keyHash, lte(rateWindows.keepUntilMs, byMs), limit),
};
