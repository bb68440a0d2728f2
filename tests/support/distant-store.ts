/** A store that reaches its Postgres server through a proxy which fails on command. */
import { describe } from "bun:test";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { forUpdate } from "#db/dsl";
import { memberships, organizations } from "#db/schema/index";
import { type Bound, readRow, readRows, write } from "#db/statement";
import { openStore } from "#db/store";
import { openTestStore, type TestStore, type WritableStore, writable } from "#tests/support/database";
import { organizationRow } from "#tests/support/rows";
import { openTcpProxy, type TcpProxy } from "#tests/support/tcp-proxy";

/** Describes tests that only Postgres has. */
export const onPostgres = dialect === "postgres" ? describe : () => undefined;

/** Deadline of the stores that shall meet it; the program has ten times as much, as those have that shall not. */
export const DEADLINE_MS = 1_000;
/** Deadline of the stores that shall not meet it, in ms: the program's. */
export const LONG_MS = 10_000;
/** By then everything that waits has failed: the deadline, how precisely it is kept, and a machine with much to do. */
export const LATE_MS = 20 * DEADLINE_MS;

/** The row that the tests write. */
export type NewRow = ReturnType<typeof organizationRow>;
/** Stores the row. */
export const insert = write((tx, row: Bound<NewRow>) => tx.insert(organizations).values(row));
/** Renames the row. */
export const rename = write((tx, { id, name }: Bound<{ id: string; name: string }>) =>
	tx.update(organizations).set({ name }).where(eq(organizations.id, id)),
);
/** Reads the row. */
export const find = readRow((db, { id }: Bound<{ id: string }>) =>
	db.select().from(organizations).where(eq(organizations.id, id)).limit(1),
);
/** Reads the row and locks it. */
export const lock = readRow((db, { id }: Bound<{ id: string }>) =>
	forUpdate(db.select().from(organizations).where(eq(organizations.id, id)).limit(1)),
);
/** Refused by the tenant guard. */
export const unbound = readRows((db, _: Bound<object>) => db.select().from(memberships));

/** A database, reached directly and through a proxy, with a row in it. */
export interface Setup extends AsyncDisposable {
	readonly direct: TestStore;
	readonly proxy: TcpProxy;
	/** The store under test. */
	readonly store: WritableStore;
	readonly row: NewRow;
	/** The reasons why it gave connections up. */
	readonly dropped: unknown[];
}

/** Opens a database with a row, and a store that reaches it through a proxy. */
export async function open(poolSize = 4, deadlineMs = DEADLINE_MS): Promise<Setup> {
	const direct = await openTestStore();
	const proxy = await openTcpProxy(direct.url);
	const dropped: unknown[] = [];
	const onConnectionDropped = (reason: unknown) => void dropped.push(reason);
	const store = writable(
		await openStore({ url: proxy.url, migrate: false, poolSize, deadlineMs, onConnectionDropped }),
	);
	const row = organizationRow();
	await insert(direct.db, row);
	return {
		direct,
		proxy,
		store,
		row,
		dropped,
		async [Symbol.asyncDispose]() {
			proxy.resume();
			await store.close();
			await proxy.close();
			await direct.close();
		},
	};
}

/** Returns the failure of something, and how long it took, in ms. */
export async function failureOf(
	running: Promise<unknown>,
): Promise<{ readonly error: unknown; readonly afterMs: number }> {
	const startMs = performance.now();
	const error = await running.then(
		() => "nothing failed",
		(reason: unknown) => reason,
	);
	return { error, afterMs: performance.now() - startMs };
}

/** Runs a transaction that renames the row. */
/** Renames the row. */
export const renameIn = (store: WritableStore, { id }: NewRow, name: string) =>
	store.tx((tx) => rename(tx, { id, name }));

/** Locks the row until the function is called that it returns. */
export async function hold({ direct, row }: Setup): Promise<() => Promise<void>> {
	const locked = Promise.withResolvers<void>();
	const free = Promise.withResolvers<void>();
	const holding = direct.tx(async (tx) => {
		await lock(tx, row);
		locked.resolve();
		await free.promise;
	});
	await locked.promise;
	return async () => {
		free.resolve();
		await holding;
	};
}
