/** What the store does when the way to its Postgres server, or the server, fails. */
import { expect, test } from "bun:test";
import { isUnavailable } from "#db/store";
import {
	DEADLINE_MS,
	failureOf,
	find,
	LATE_MS,
	lock,
	onPostgres,
	open,
	rename,
	renameIn,
} from "#tests/support/distant-store";
import { until } from "#tests/support/until";

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
