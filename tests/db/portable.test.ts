/** Rows in a form that does not depend on the engine: from the engine of this run to SQLite, and back. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { dialect } from "#db/dialect";
import {
	openPortableReader,
	openPortableWriter,
	type PortableReader,
	type PortableRow,
	type PortableTable,
	portableTables,
	RowRefusedError,
	toProperties,
} from "#db/portable";
import { openStore } from "#db/store";
import { temporaryDirectory } from "#tests/support/command";
import { createTestDatabase, openTestStore } from "#tests/support/database";
import { fillAllTables, TABLES } from "#tests/support/fill-tables";
import { copyRows, digestsOf, linesOf, rowOf, tableOf } from "#tests/support/portable";
import { openRawDatabase } from "#tests/support/raw-database";
import { AT_MS } from "#tests/support/rows";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

let files = 0;
const newFile = () => `file:${join(directory.path, `${++files}.db`)}`;

const state = tableOf("service_state");
const stateRow = (key: string, value: string, updatedAtMs = AT_MS): PortableRow =>
	rowOf(state, { key, value, updatedAtMs });

async function propertiesOf(reader: PortableReader, table: PortableTable): Promise<Record<string, unknown>[]> {
	return (await reader.page(table, null, 100)).map((row) => toProperties(table, row));
}

describe("the tables", () => {
	test("are those of the database, with all columns and the primary key", async () => {
		const database = await createTestDatabase("migrated");
		const raw = openRawDatabase(database.url);
		const catalog = Object.fromEntries(
			await Promise.all(
				portableTables().map(async ({ name }) => {
					const columns =
						dialect === "sqlite"
							? await raw.query(`SELECT name, pk FROM pragma_table_info('${name}')`)
							: await raw.query(
									`SELECT a.attname AS name, coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) AS pk
									FROM pg_attribute a JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
									WHERE a.attrelid = '"${name}"'::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
								);
					const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
					return [name, { columns: columns.map((each) => each.name).sort(), key: key.map((each) => each.name) }];
				}),
			),
		);
		await raw.close();
		await database.drop();

		const described = Object.fromEntries(
			portableTables().map(({ name, columns, key }) => [
				name,
				{ columns: columns.map((each) => each.name).sort(), key: key.map((at) => columns[at]?.name) },
			]),
		);

		expect(described).toEqual(catalog as typeof described);
		expect(portableTables().length).toBe(TABLES.length - 1);
	});

	test("are the same in a process for the other engine", async () => {
		const other = dialect === "sqlite" ? "postgres://localhost/none" : "";
		const code = `import { portableTables } from "#db/portable"; console.log(JSON.stringify(portableTables()))`;
		const child = Bun.spawn([process.execPath, "-e", code], {
			cwd: join(import.meta.dir, "../.."),
			env: { DATABASE_URL: other },
		});

		const described = JSON.parse(await new Response(child.stdout).text());

		expect(described).toEqual(JSON.parse(JSON.stringify(portableTables())));
	});
});

describe("a copy to SQLite and back", () => {
	test("has every row of every table as it was", async () => {
		const store = await openTestStore();
		await fillAllTables(store.acrossTenants.db);
		const file = newFile();
		const back = await createTestDatabase("empty");
		const [source, middle, middleAgain, target] = [
			await openPortableReader(store.url),
			await openPortableWriter(file),
			await openPortableReader(file),
			await openPortableWriter(back.url),
		];

		await copyRows(source, middle);
		await copyRows(middleAgain, target);

		const before = await linesOf(source);
		expect(await linesOf(middleAgain)).toEqual(before);
		expect(await linesOf(target)).toEqual(before);
		expect(await digestsOf(target)).toEqual(await digestsOf(source));
		const unfilled = portableTables()
			.filter(({ name }) => before[name]?.length === 0)
			.map(({ name }) => name);
		expect(unfilled).toEqual([]);
		for (const each of [source, middle, middleAgain, target]) await each.close();
		await (await openStore({ url: back.url })).close();
		await store.close();
		await back.drop();
	});

	test("keeps what is awkward: large integers, fractions, texts, JSON that looks like nothing", async () => {
		const values = [
			"null",
			'"null"',
			'""',
			"0.1",
			"5e-324",
			"1e21",
			"[]",
			"{}",
			'{"":0," ":1}',
			JSON.stringify({ b: 1, a: [{ d: "\\u0000", c: "\t\"\\'" }], "10": 1, "9": 2 }),
			JSON.stringify("x".repeat(2_000_000)),
		];
		const rows = values.map((value, at) => stateRow(`state ${at} 'é\u{10FFFF}\\`, value, 9_007_199_254_740_991 - at));
		const jobs = tableOf("jobs");
		const job = (id: string, progress: number, lastError: string): PortableRow =>
			rowOf(jobs, {
				id,
				queue: "",
				payload: "null",
				state: "ready",
				attempts: -1,
				maxAttempts: 2_147_483_647,
				runAtMs: -1,
				scheduledAtMs: 0,
				progress,
				lastError,
				createdAtMs: 0,
			});
		const database = await createTestDatabase("empty");
		const file = newFile();
		const [first, second] = [await openPortableWriter(database.url), await openPortableWriter(file)];
		await first.migrate();
		await first.begin({ name: "a", value: "" });
		await first.insert(state, rows, { name: "a", value: "1" });
		await first.insert(
			jobs,
			[job("1", 0.1 + 0.2, ""), job("2", 1 / 3, "a\r\nb\\N\\."), job("3", 1e-300, "\u{7F}\u{85}")],
			{ name: "a", value: "2" },
		);
		await first.finish();

		await copyRows(first, second);

		expect(await linesOf(second)).toEqual(await linesOf(first));
		const read = await propertiesOf(second, state);
		expect(read.map(({ value }) => JSON.stringify(value)).sort()).toEqual(
			values
				.map((value) => JSON.stringify(JSON.parse(value)))
				.map((text) =>
					text.startsWith('{"9"') ? '{"9":2,"10":1,"a":[{"c":"\\t\\"\\\\\'","d":"\\\\u0000"}],"b":1}' : text,
				)
				.sort(),
		);
		expect((await propertiesOf(second, jobs)).map(({ progress }) => progress).sort()).toEqual(
			[1e-300, 0.1 + 0.2, 1 / 3].sort(),
		);
		for (const each of [first, second]) await each.close();
		await database.drop();
	});
});

describe("a database that is being filled", () => {
	test("is opened by no store before the copy has ended, and remembers what was noted with its rows", async () => {
		const database = await createTestDatabase("empty");
		const writer = await openPortableWriter(database.url);
		await writer.migrate();
		const before = await writer.notes();
		await writer.begin({ name: "source", value: "one" });
		await writer.insert(state, [stateRow("a", "1")], { name: "at", value: "a" });
		const opened = openStore({ url: database.url });

		await expect(opened).rejects.toThrow(/was not finished/);
		const reopened = await openPortableWriter(database.url);
		const notes = await reopened.notes();
		await reopened.finish();

		expect(before).toBeNull();
		expect(notes).toEqual(
			new Map([
				["source", "one"],
				["at", "a"],
			]),
		);
		expect(await reopened.notes()).toBeNull();
		const store = await openStore({ url: database.url });
		expect(await store.health()).toMatchObject({ ok: true });
		for (const each of [store, writer, reopened]) await each.close();
		await database.drop();
	});

	test("is not read where it has what nobody can have written", async () => {
		const database = await createTestDatabase("migrated");
		const writer = await openPortableWriter(database.url);
		await writer.begin({ name: "a", value: "" });
		await writer.insert(state, [stateRow("a", "1", 2 ** 60)], { name: "a", value: "" });

		const read = writer.page(state, null, 10);

		await expect(read).rejects.toThrow("the row (a) of service_state cannot be read");
		await writer.close();
		await database.drop();
	});

	test("is empty after it was cleared", async () => {
		const database = await createTestDatabase("migrated");
		const writer = await openPortableWriter(database.url);
		await writer.begin({ name: "a", value: "" });
		await writer.insert(state, [stateRow("a", "1")], { name: "a", value: "" });
		const filled = await writer.findFilled();

		await writer.clear();

		expect([filled, await writer.findFilled()]).toEqual(["service_state", null]);
		expect(await writer.notes()).toEqual(new Map());
		await writer.close();
		await database.drop();
	});

	test("takes all rows of a page or none, and says which one it refuses", async () => {
		const database = await createTestDatabase("migrated");
		const writer = await openPortableWriter(database.url);
		await writer.begin({ name: "a", value: "begun" });
		const users = tableOf("memberships");
		const orphan = rowOf(users, {
			orgId: "org_none",
			userId: "usr_none",
			role: "member",
			joinedAtMs: 0,
			updatedAtMs: 0,
			version: 1,
		});

		const twice = writer.insert(state, [stateRow("a", "1"), stateRow("b", "1"), stateRow("b", "2")], {
			name: "a",
			value: "twice",
		});
		const error: unknown = await twice.catch((reason: unknown) => reason);
		const unreferenced: unknown = await writer
			.insert(users, [orphan], { name: "a", value: "orphan" })
			.catch((reason: unknown) => reason);

		expect(error).toBeInstanceOf(RowRefusedError);
		expect(String(error)).toContain("the row (b) of service_state");
		expect(String(unreferenced)).toContain("the row (org_none, usr_none) of memberships");
		expect(await writer.count(state)).toBe(0);
		expect((await writer.notes())?.get("a")).toBe("begun");
		await writer.close();
		await database.drop();
	});
});
