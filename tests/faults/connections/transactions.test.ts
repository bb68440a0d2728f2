/** What becomes of transactions that are given up, or wait, when Postgres or the way to it fails. */
import { expect, test } from "bun:test";
import { errorCode, isUnavailable } from "#db/store";
import {
	DEADLINE_MS,
	failureOf,
	find,
	hold,
	LONG_MS,
	lock,
	onPostgres,
	open,
	rename,
	renameIn,
	unbound,
} from "#tests/support/distant-store";
import { until } from "#tests/support/until";

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
