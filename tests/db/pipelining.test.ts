import { describe, expect, test } from "bun:test";
import { SQL } from "bun";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { forUpdate } from "#db/dsl";
import { memberships, organizations } from "#db/schema/index";
import { type Bound, readRow, readRows, write } from "#db/statement";
import { conflictOf, type Db, isUnavailable } from "#db/store";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { organizationRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

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

async function existing(): Promise<NewRow> {
	const row = organizationRow();
	await insert(store.db, row);
	return row;
}

const failureOf = (running: Promise<unknown>): Promise<unknown> =>
	running.then(
		() => "nothing failed",
		(error: unknown) => error,
	);

describe("statements of a transaction that are called together", () => {
	test("run in the order of the calls", async () => {
		const row = await existing();

		const names = await store.tx(async (tx) => {
			const results = await Promise.all([
				lock(tx, row),
				rename(tx, { id: row.id, name: "first" }),
				find(tx, row),
				rename(tx, { id: row.id, name: "second" }),
				find(tx, row),
			]);
			return [results[0]?.name, results[2]?.name, results[4]?.name];
		});

		expect(names).toEqual([row.name, "first", "second"]);
	});

	test("fail together, for the reason of the first failure", async () => {
		const taken = await existing();
		const fresh = organizationRow();

		const failure = await failureOf(
			store.tx(async (tx) => {
				await find(tx, taken);
				await Promise.all([insert(tx, fresh), insert(tx, { ...organizationRow(), slug: taken.slug }), find(tx, taken)]);
			}),
		);

		expect(conflictOf(failure)).toBe("unique");
		expect(await find(store, fresh)).toBeUndefined();
	});

	test("have the reason of the first failure wherever it is awaited", async () => {
		const taken = await existing();

		const failure = await failureOf(
			store.tx(async (tx) => {
				const [, , late] = [insert(tx, organizationRow()), insert(tx, taken).catch(() => undefined), find(tx, taken)];
				await late;
				if (dialect === "sqlite") await insert(tx, taken); // only the statement has failed there
			}),
		);

		expect(conflictOf(failure)).toBe("unique");
	});
});

describe("the last statements of a transaction", () => {
	const createWith = (row: NewRow, last: (tx: Db) => Promise<unknown>[]) =>
		store.tx(async (tx) => void (await insert(tx, row)), { last });

	test("commit with it", async () => {
		const [first, second] = [organizationRow(), organizationRow()];

		await createWith(first, (tx) => [insert(tx, second), rename(tx, { id: first.id, name: "last" })]);

		expect([(await find(store, first))?.name, (await find(store, second))?.id]).toEqual(["last", second.id]);
	});

	test("are all of a transaction that does nothing else", async () => {
		const row = organizationRow();

		await store.tx(async () => undefined, { last: (tx) => [insert(tx, row)] });

		expect((await find(store, row))?.id).toBe(row.id);
	});

	test("roll it back when one of them fails", async () => {
		const [taken, first, second] = [await existing(), organizationRow(), organizationRow()];

		const failure = await failureOf(createWith(first, (tx) => [insert(tx, taken), insert(tx, second)]));

		expect(conflictOf(failure)).toBe("unique");
		expect([await find(store, first), await find(store, second)]).toEqual([undefined, undefined]);
	});

	test("roll it back when one of them is refused before it is sent", async () => {
		const [first, second] = [organizationRow(), organizationRow()];

		const failure = await failureOf(createWith(first, (tx) => [insert(tx, second), unbound(tx, {})]));

		expect(String(failure)).toContain("memberships");
		expect([await find(store, first), await find(store, second)]).toEqual([undefined, undefined]);
	});

	test("roll it back when one of them lacks a value", async () => {
		const [first, { slug: _, ...incomplete }] = [organizationRow(), organizationRow()];

		const failure = await failureOf(createWith(first, (tx) => [insert(tx, incomplete as NewRow)]));

		expect(failure).toBeInstanceOf(Error);
		expect(await find(store, first)).toBeUndefined();
	});

	test("see the result of the work, of the attempt that commits", async () => {
		const row = organizationRow();
		let attempts = 0;

		await store.tx(
			async (tx) => {
				await insert(tx, row);
				return ++attempts;
			},
			{ last: (tx, attempt) => [rename(tx, { id: row.id, name: String(attempt) })] },
		);

		expect((await find(store, row))?.name).toBe(String(attempts));
	});
});

const onPostgres = dialect === "postgres" ? describe : () => undefined;

onPostgres("a transaction on Postgres", () => {
	test("is rejected when the work ignored the failure of a statement", async () => {
		const [taken, fresh] = [await existing(), organizationRow()];

		const failure = await failureOf(
			store.tx(async (tx) => {
				await insert(tx, fresh);
				await insert(tx, taken).catch(() => undefined);
			}),
		);

		expect(String(failure)).toContain("was ignored");
		expect(await find(store, fresh)).toBeUndefined();
	});

	test("is tried again after a deadlock, although what was sent along fails for another reason", async () => {
		const [left, right] = [await existing(), await existing()];
		let attempts = 0;
		const meeting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const crossing = (mine: number, first: NewRow, second: NewRow) =>
			store.tx(async (tx) => {
				attempts++;
				const row = await lock(tx, first);
				meeting[mine]?.resolve();
				await meeting[1 - mine]?.promise;
				const [other] = await Promise.all([lock(tx, second), find(tx, first), find(tx, second)]);
				await Promise.all([
					rename(tx, { id: first.id, name: `${row?.name}+` }),
					rename(tx, { id: second.id, name: `${other?.name}+` }),
				]);
			});

		await Promise.all([crossing(0, left, right), crossing(1, right, left)]);

		expect(attempts).toBeGreaterThan(2);
		expect([(await find(store, left))?.name, (await find(store, right))?.name]).toEqual(["Acme++", "Acme++"]);
	});

	test("that loses its connection is rejected, and leaves nothing behind", async () => {
		const [first, second] = [organizationRow(), organizationRow()];
		const operator = new SQL(store.url, { max: 1 });
		const disconnect = () =>
			operator.unsafe(
				"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'",
			);

		const failure = await failureOf(
			store.tx(async (tx) => {
				await insert(tx, first);
				await disconnect();
				await Promise.all([find(tx, first), insert(tx, second)]);
			}),
		);
		await operator.close();

		expect(isUnavailable(failure)).toBe(true);
		expect([await find(store, first), await find(store, second)]).toEqual([undefined, undefined]);
		await store.tx(async (tx) => void (await insert(tx, first)));
		expect((await find(store, first))?.id).toBe(first.id);
	});
});
