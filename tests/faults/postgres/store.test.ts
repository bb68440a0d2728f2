/** What the store does when the way to its Postgres server, or the server, fails. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { organizations } from "#db/schema/index";
import { type Bound, readRow, write } from "#db/statement";
import { isUnavailable, openStore } from "#db/store";
import { openTestStore, type TestStore, type WritableStore, writable } from "#tests/support/database";
import { organizationRow } from "#tests/support/rows";
import { openTcpProxy, type TcpProxy } from "#tests/support/tcp-proxy";

/** Deadline of the stores; those of the program have ten times as much. */
const DEADLINE_MS = 1_000;
/** By then everything that waits has failed: the deadline, how precisely it is kept, and a machine with much to do. */
const LATE_MS = 8 * DEADLINE_MS;

type NewRow = ReturnType<typeof organizationRow>;
const insert = write((tx, row: Bound<NewRow>) => tx.insert(organizations).values(row));
const rename = write((tx, { id, name }: Bound<{ id: string; name: string }>) =>
	tx.update(organizations).set({ name }).where(eq(organizations.id, id)),
);
const find = readRow((db, { id }: Bound<{ id: string }>) =>
	db.select().from(organizations).where(eq(organizations.id, id)).limit(1),
);

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

async function open(poolSize = 4): Promise<Setup> {
	const direct = await openTestStore();
	const proxy = await openTcpProxy(direct.url);
	const dropped: unknown[] = [];
	const onConnectionDropped = (reason: unknown) => void dropped.push(reason);
	const store = writable(
		await openStore({ url: proxy.url, migrate: false, poolSize, deadlineMs: DEADLINE_MS, onConnectionDropped }),
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

const onPostgres = dialect === "postgres" ? describe : () => undefined;

onPostgres("a server that does not answer", () => {
	test("fails what waits for it by the deadline, and gets new connections when it answers again", async () => {
		await using setup = await open();
		const { proxy, store, row, dropped } = setup;
		await Promise.all(Array.from({ length: 20 }, () => find(store, row)));
		proxy.stall();

		const failures = await Promise.all(
			Array.from({ length: 20 }, (_, n) =>
				failureOf(n % 2 === 0 ? find(store, row) : store.tx((tx) => rename(tx, { id: row.id, name: "late" }))),
			),
		);
		proxy.resume();
		await rename(store.db, { id: row.id, name: "after" });

		expect(failures.filter(({ error }) => !isUnavailable(error))).toEqual([]);
		expect(Math.max(...failures.map(({ afterMs }) => afterMs))).toBeLessThan(LATE_MS);
		expect(String(dropped[0])).toContain(`did not answer for ${DEADLINE_MS} ms`);
		expect((await find(store, row))?.name).toBe("after");
	});
});
