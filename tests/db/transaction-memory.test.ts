/** What a transaction remembers of what it has looked up, on the engine `DATABASE_URL` picks. */
import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { forShare, forUpdate } from "#db/dsl";
import { organizations } from "#db/schema/index";
import { type Bound, readRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { listenToStatements } from "#db/trace";
import { openTestStore } from "#tests/support/database";
import { forThisFile } from "#tests/support/for-this-file";
import { organizationRow } from "#tests/support/rows";

const store = await forThisFile(openTestStore());

type ById = Bound<{ id: string }>;
const select = (db: ReadDb, { id }: ById) => db.select().from(organizations).where(eq(organizations.id, id)).limit(1);
const find = readRow(select);
const lock = readRow((db, key: ById) => forUpdate(select(db, key)));
const share = readRow((db, key: ById) => forShare(select(db, key), organizations));

async function inserted(): Promise<string> {
	const row = organizationRow();
	await store.db.insert(organizations).values(row);
	return row.id;
}

const rename = (db: Db, id: string, name: string) =>
	db.update(organizations).set({ name }).where(eq(organizations.id, id));

/** Runs work in a transaction, and returns what it returned and how often the database was asked. */
async function counted<T>(work: (tx: Db) => Promise<T>): Promise<readonly [T, number]> {
	let asked = 0;
	const stop = listenToStatements(({ transaction }) => {
		if (transaction !== null) asked++;
	});
	try {
		const made = await store.tx(work);
		return [made, asked];
	} finally {
		stop();
	}
}

describe("a transaction", () => {
	test("asks once for a row that it has locked, however often it is looked up", async () => {
		const id = await inserted();

		const [names, asked] = await counted(async (tx) => {
			const rows = [await lock(tx, { id }), await find(tx, { id }), await share(tx, { id }), await lock(tx, { id })];
			return rows.map((row) => row?.id);
		});

		expect([names, asked]).toEqual([[id, id, id, id], 1]);
	});

	test("sees what it has written itself", async () => {
		const id = await inserted();

		const [names] = await counted(async (tx) => {
			const before = await lock(tx, { id });
			await rename(tx, id, "Renamed");
			const after = await lock(tx, { id });
			await tx.delete(organizations).where(eq(organizations.id, id));
			return [before?.name === "Renamed", after?.name, await find(tx, { id })];
		});

		expect(names).toEqual([false, "Renamed", undefined]);
	});

	test("looks again for a row that was not there", async () => {
		const row = organizationRow();

		const [found] = await counted(async (tx) => {
			const before = await lock(tx, { id: row.id });
			await tx.insert(organizations).values(row);
			return [before, (await lock(tx, { id: row.id }))?.id];
		});

		expect(found).toEqual([undefined, row.id]);
	});

	test("remembers nothing of the one before it", async () => {
		const id = await inserted();
		await store.tx((tx) => lock(tx, { id }));
		await rename(store.db, id, "Between");

		const [row] = await counted((tx) => lock(tx, { id }));

		expect(row?.name).toBe("Between");
	});

	test("reads a row again when it locks what it had only read, or holds it more weakly", async () => {
		const id = await inserted();
		const isRead = Promise.withResolvers<void>();
		// Another transaction, which on SQLite waits for the end of this one.
		const changed = isRead.promise.then(() => rename(store.db, id, "Changed"));

		const [[shared, locked], asked] = await counted(async (tx) => {
			await find(tx, { id });
			isRead.resolve();
			if (dialect === "postgres") await changed;
			return [await share(tx, { id }), await lock(tx, { id })];
		});
		await changed;

		expect([shared?.name === "Changed", locked?.name === "Changed"]).toEqual(
			dialect === "postgres" ? [true, true] : [false, false],
		);
		expect(asked).toBe(dialect === "postgres" ? 3 : 1);
	});
});
