/** What the store does when the way to its Postgres server, or the server, fails. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { forUpdate } from "#db/dsl";
import { memberships, organizations } from "#db/schema/index";
import { type Bound, readRow, readRows, write } from "#db/statement";
import { errorCode, isUnavailable, openStore } from "#db/store";
import { openTestStore, type TestStore, type WritableStore, writable } from "#tests/support/database";
import { organizationRow } from "#tests/support/rows";
import { openTcpProxy, type TcpProxy } from "#tests/support/tcp-proxy";

/** Deadline of the stores that shall meet it; the program has ten times as much, as those have that shall not. */
const DEADLINE_MS = 1_000;
const LONG_MS = 10_000;
/** By then everything that waits has failed: the deadline, how precisely it is kept, and a machine with much to do. */
const LATE_MS = 20 * DEADLINE_MS;

type NewRow = ReturnType<typeof organizationRow>;
const insert = write((tx, row: Bound<NewRow>) => tx.insert(organizations).values(row));
const rename = write((tx, { id, name }: Bound<{ id: string; name: string }>) =>
	tx.update(organizations).set({ name }).where(eq(organizations.id, id)),
);
const find = readRow((db, { id }: Bound<{ id: string }>) =>
	db.select().from(organizations).where(eq(organizations.id, id)).limit(1),
);

const lock = readRow((db, { id }: Bound<{ id: string }>) =>
	forUpdate(db.select().from(organizations).where(eq(organizations.id, id)).limit(1)),
);
/** Refused by the tenant guard. */
const unbound = readRows((db, _: Bound<object>) => db.select().from(memberships));

/** A database, reached directly and through a proxy, with a row in it. */
interface Setup extends AsyncDisposable {
	readonly direct: TestStore;
	readonly proxy: TcpProxy;
	/** The store under test. */
	readonly store: WritableStore;
	readonly row: NewRow;
	/** The reasons why it gave connections up. */
	readonly dropped: unknown[];
}

async function open(poolSize = 4, deadlineMs = DEADLINE_MS): Promise<Setup> {
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
async function failureOf(running: Promise<unknown>): Promise<{ readonly error: unknown; readonly afterMs: number }> {
	const startMs = performance.now();
	const error = await running.then(
		() => "nothing failed",
		(reason: unknown) => reason,
	);
	return { error, afterMs: performance.now() - startMs };
}

/** Waits until something is true. */
async function until(isTrue: () => unknown): Promise<void> {
	while (!(await isTrue())) await Bun.sleep(20);
}

/** Runs a transaction that renames the row. */
const renameIn = (store: WritableStore, { id }: NewRow, name: string) => store.tx((tx) => rename(tx, { id, name }));

/** Locks the row until the function is called that it returns. */
async function hold({ direct, row }: Setup): Promise<() => Promise<void>> {
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

const onPostgres = dialect === "postgres" ? describe : () => undefined;

onPostgres("a server that does not answer", () => {
	test("fails what waits for it by the deadline, and gets new connections when it answers again", async () => {
		await using setup = await open();
		const { proxy, store, row, dropped } = setup;
		await Promise.all(Array.from({ length: 20 }, () => find(store, row)));
		proxy.stall();

		const failures = await Promise.all(
			Array.from({ length: 20 }, (_, n) => failureOf(n % 2 === 0 ? find(store, row) : renameIn(store, row, "late"))),
		);
		proxy.resume();
		await until(() => rename(store.db, { id: row.id, name: "after" }).catch(() => false));

		expect(failures.filter(({ error }) => !isUnavailable(error))).toEqual([]);
		expect(Math.max(...failures.map(({ afterMs }) => afterMs))).toBeLessThan(LATE_MS);
		expect(String(dropped[0])).toContain(`did not answer for ${DEADLINE_MS} ms`);
		expect((await find(store, row))?.name).toBe("after");
	});

	test("makes the store unhealthy, which is said in time, and healthy again", async () => {
		await using setup = await open();
		const before = await setup.store.health();
		setup.proxy.stall();

		const { error: during, afterMs } = await failureOf(
			setup.store.health().then((health) => Promise.reject(health.ok)),
		);
		setup.proxy.resume();
		await until(async () => (await setup.store.health()).ok);

		expect([before.ok, during]).toEqual([true, false]);
		expect(afterMs).toBeLessThan(LATE_MS);
	});

	test("is waited for while it accepts no connections, no longer than the deadline", async () => {
		await using setup = await open();
		setup.proxy.stall();

		const { error, afterMs } = await failureOf(find(setup.store, setup.row));

		expect(isUnavailable(error)).toBe(true);
		expect(afterMs).toBeLessThan(LATE_MS);
	});
});

onPostgres("connections that are lost without a word", () => {
	test("are replaced before anybody needs them", async () => {
		await using setup = await open();
		const { proxy, store, row, dropped } = setup;
		await Promise.all(Array.from({ length: 20 }, () => find(store, row)));
		const left = proxy.lose();
		const lost = left();

		await until(() => left() === 0);
		const found = await Promise.all(Array.from({ length: 20 }, () => find(store, row)));

		expect(lost).toBeGreaterThan(1);
		expect(dropped.length).toBeGreaterThan(0);
		expect(found.every((each) => each?.id === row.id)).toBe(true);
	});

	test("are replaced while they are written to, and nothing is done twice or late", async () => {
		await using setup = await open();
		const { proxy, store, row } = setup;
		const acknowledged: number[] = [];
		await renameIn(store, row, "0");
		proxy.lose();

		for (let n = 1; acknowledged.length < 5; n++)
			await renameIn(store, row, String(n)).then(
				() => acknowledged.push(n),
				() => undefined,
			);

		expect((await find(setup.direct, row))?.name).toBe(String(acknowledged.at(-1)));
	});

	test("do not keep their locks", async () => {
		await using setup = await open();
		const { proxy, store, direct, row } = setup;

		const losing = failureOf(
			store.tx(async (tx) => {
				await lock(tx, row);
				proxy.lose();
				await rename(tx, { id: row.id, name: "lost" });
			}),
		);
		const { error } = await losing;
		await renameIn(direct, row, "next");

		expect(isUnavailable(error)).toBe(true);
		expect((await find(direct, row))?.name).toBe("next");
	});
});

onPostgres("a transaction that was given up", () => {
	test("is not done later, over a newer write, when what it sent arrives", async () => {
		await using setup = await open();
		const { proxy, store, direct, row } = setup;

		const { error } = await failureOf(
			store.tx(
				async (tx) => {
					await lock(tx, row);
					proxy.stall("toServer");
				},
				{ last: (tx) => [rename(tx, { id: row.id, name: "older" })] },
			),
		);
		await renameIn(direct, row, "newer");
		proxy.resume();
		await until(() => find(store, row));

		expect(isUnavailable(error)).toBe(true);
		expect((await find(direct, row))?.name).toBe("newer");
	});

	test("may have been committed, which its failure says", async () => {
		await using setup = await open(1);
		const { proxy, store, direct, row } = setup;
		// Prepared, so that the COMMIT need not wait for the answer to the statement before it.
		await renameIn(store, row, "before");

		const { error } = await failureOf(
			store.tx((tx) => lock(tx, row), {
				last(tx) {
					proxy.stall("toClient");
					return [rename(tx, { id: row.id, name: "committed" })];
				},
			}),
		);

		expect(String(error)).toContain("is not known");
		expect(isUnavailable(error)).toBe(true);
		expect((await find(direct, row))?.name).toBe("committed");
	});

	test("sends nothing that still waited for its beginning", async () => {
		await using setup = await open(4, LONG_MS);
		const { store, direct, row } = setup;

		const { error } = await failureOf(
			store.tx((tx) => Promise.all([rename(tx, { id: row.id, name: "stray" }), unbound(tx, {})])),
		);
		await Promise.all(Array.from({ length: 8 }, () => find(store, row)));

		expect(String(error)).toContain("memberships");
		expect((await find(direct, row))?.name).toBe(row.name);
	});
});

onPostgres("work whose client is gone", () => {
	test("is not begun when it has waited for a connection", async () => {
		await using setup = await open(1, LONG_MS);
		const { store, row } = setup;
		const release = await hold(setup);
		const first = renameIn(store, row, "first");
		const client = new AbortController();
		let isRun = false;

		const waiting = failureOf(
			store.tx(
				async (tx) => {
					isRun = true;
					await rename(tx, { id: row.id, name: "abandoned" });
				},
				{ signal: client.signal },
			),
		);
		client.abort();
		await release();
		await first;
		const { error } = await waiting;

		expect([error, isRun]).toEqual([client.signal.reason, false]);
		expect((await find(store, row))?.name).toBe("first");
	});

	test("is not committed", async () => {
		await using setup = await open(4, LONG_MS);
		const { store, row } = setup;
		const client = new AbortController();

		const { error } = await failureOf(
			store.tx(
				async (tx) => {
					await rename(tx, { id: row.id, name: "abandoned" });
					client.abort();
				},
				{ signal: client.signal },
			),
		);

		expect(error).toBe(client.signal.reason);
		expect((await find(store, row))?.name).toBe(row.name);
	});
});

onPostgres("writers that wait for a lock", () => {
	test("leave connections to those who read, and all get their turn", async () => {
		await using setup = await open(4, LONG_MS);
		const { store, row } = setup;
		const release = await hold(setup);
		let written = 0;
		const writing = Array.from({ length: 12 }, (_, n) => renameIn(store, row, String(n)).then(() => written++));

		const found = await Promise.all(Array.from({ length: 12 }, () => find(store, row)));
		const writtenBefore = written;
		await release();
		await Promise.all(writing);

		expect(found.map((each) => each?.name)).toEqual(Array.from({ length: 12 }, () => row.name));
		expect([writtenBefore, written]).toEqual([0, 12]);
	});

	test("are ended by the server before the deadline, so that they keep their connection", async () => {
		await using setup = await open();
		const { store, row, dropped, proxy } = setup;
		const release = await hold(setup);

		const { error } = await failureOf(renameIn(store, row, "never"));
		await release();
		const opened = proxy.accepted;
		await renameIn(store, row, "after");

		expect([errorCode(error), isUnavailable(error)]).toEqual(["57014", true]);
		expect([dropped, proxy.accepted]).toEqual([[], opened]);
	});

	test("do not make the store unhealthy, though they have all connections", async () => {
		await using setup = await open(1, LONG_MS);
		const release = await hold(setup);
		const waiting = renameIn(setup.store, setup.row, "late");

		const health = await setup.store.health();
		await release();
		await waiting;

		expect(health.ok).toBe(true);
	});

	test("let nobody wait for a connection beyond the deadline", async () => {
		await using setup = await open(1);
		const { store, row } = setup;
		const over = Promise.withResolvers<void>();
		const long = store.tx(async (tx) => {
			for (let isOver = false; !isOver; void over.promise.then(() => (isOver = true))) {
				await find(tx, row);
				await Bun.sleep(20);
			}
		});

		const failures = await Promise.all([failureOf(renameIn(store, row, "never")), failureOf(find(store, row))]);
		over.resolve();
		await long;

		expect(failures.map(({ error }) => String(error))).toEqual(
			Array(2).fill(`StoreUnreachableError: no connection to the database became free for ${DEADLINE_MS} ms`),
		);
		expect((await find(store, row))?.name).toBe(row.name);
	});
});
