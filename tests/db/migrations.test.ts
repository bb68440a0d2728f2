import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { is, Table } from "drizzle-orm";
import { dialect } from "#db/dialect";
import * as schema from "#db/schema/index";
import { openStore } from "#db/store";
import { createTestDatabase, type TestDatabase } from "#tests/support/database";
import { engineMigrations, openRawDatabase, type RawDatabase } from "#tests/support/raw-database";

let database: TestDatabase;
let raw: RawDatabase;
beforeEach(async () => {
	database = await createTestDatabase("empty");
	raw = openRawDatabase(database.url);
});
afterEach(async () => {
	await raw.close();
	await database.drop();
});

const tags = engineMigrations.map(({ tag }) => tag);
const messageOf = (promise: Promise<unknown>) =>
	promise.then(
		() => "accepted",
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	);

/** Applies migrations one by one, and inserts the rows of each one's file: those of the tables it adds. */
async function populate(): Promise<void> {
	for (const [i, { tag }] of engineMigrations.entries()) {
		await raw.migrate(engineMigrations.slice(0, i + 1));
		await insertRowsOf(tag);
	}
}

async function insertRowsOf(tag: string): Promise<void> {
	const text = readFileSync(join(import.meta.dir, "populated", `${tag}.sql`), "utf8");
	for (const statement of text.split(/;\n/).filter((part) => part.replace(/^--.*$/gm, "").trim() !== ""))
		await raw.query(statement);
}

const tableNames = async () => {
	const rows = await raw.query(
		dialect === "sqlite"
			? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '_migrations'"
			: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_migrations'",
	);
	return rows
		.map((row) => String(row.name))
		.filter((name) => !name.startsWith("transcript_words")) // Each engine's own, of no schema: what it finds is tested.
		.sort();
};

async function contents(): Promise<Record<string, Record<string, unknown>[]>> {
	const out: Record<string, Record<string, unknown>[]> = {};
	for (const name of await tableNames()) out[name] = await raw.query(`SELECT * FROM "${name}" ORDER BY 1, 2`);
	return out;
}

describe("opening a store", () => {
	test("makes the schema in an empty database, and says so in health", async () => {
		const store = await openStore({ url: database.url });

		const health = await store.health();
		await store.close();

		expect(health).toEqual({ ok: true, dialect, migrations: { applied: tags, pending: [], newer: [] }, detail: null });
		expect(await tableNames()).toHaveLength(Object.values(schema).filter((value) => is(value, Table)).length);
	});

	test("changes nothing the second time", async () => {
		await populate();
		const before = await contents();

		await (await openStore({ url: database.url })).close();

		expect(await contents()).toEqual(before);
		expect(await raw.applied()).toEqual(tags);
	});

	test("may be done by four processes at once on an empty database", async () => {
		const program = join(import.meta.dir, "../support/open-store.ts");
		const open = () => Bun.spawn([process.execPath, program, database.url], { stdout: "pipe", stderr: "pipe" });

		const processes = Array.from({ length: 4 }, open);
		const outputs = await Promise.all(
			processes.map(async (child) => ({
				errors: await new Response(child.stderr).text(),
				health: await new Response(child.stdout).text(),
				code: await child.exited,
			})),
		);

		for (const { errors, health, code } of outputs) {
			expect({ errors, code }).toEqual({ errors: "", code: 0 });
			expect(JSON.parse(health)).toMatchObject({ ok: true });
		}
		expect(await raw.applied()).toEqual(tags);
	});

	test("without migrating reports what is pending", async () => {
		const store = await openStore({ url: database.url, migrate: false });

		const health = await store.health();
		await store.close();

		expect(health).toMatchObject({ ok: false, migrations: { applied: [], pending: tags } });
		expect(await tableNames()).toEqual([]);
	});

	test("refuses a database that a newer program has written", async () => {
		await raw.migrate([...engineMigrations, { tag: "9999_future", sql: "CREATE TABLE future (id text)" }]);

		const refusal = await messageOf(openStore({ url: database.url }));

		expect(refusal).toContain("9999_future");
		expect(refusal).toContain("newer version");
	});

	test("refuses when an applied migration was edited since", async () => {
		const later = { tag: "9999_later", sql: "CREATE TABLE later (id text)" };
		await raw.migrate([...engineMigrations, later]);

		const refusal = await messageOf(raw.migrate([...engineMigrations, { ...later, sql: `${later.sql} -- edited` }]));

		expect(refusal).toContain("9999_later was edited after it was applied");
	});

	test("refuses one that was made before 0.1.0, and changes nothing in it", async () => {
		const former = [
			{ tag: "0000_init", sql: "CREATE TABLE organizations (id text, name text)" },
			{ tag: "0001_auth", sql: "INSERT INTO organizations VALUES ('org_1', 'One')" },
		];
		await raw.migrate(former);
		const before = await contents();

		const refusal = await messageOf(openStore({ url: database.url }));

		expect(refusal).toContain("before 0.1.0");
		expect(refusal).toContain("start with a new data directory or database");
		expect(await contents()).toEqual(before);
		expect(await raw.applied()).toEqual(former.map(({ tag }) => tag));
	});
});

describe("a migration", () => {
	test("that fails leaves nothing behind", async () => {
		await raw.migrate();
		const broken = { tag: "9999_broken", sql: "CREATE TABLE half (id text);--> statement-breakpoint\nCREATE TABBLE x" };

		const failure = await messageOf(raw.migrate([...engineMigrations, broken]));

		expect(failure).toContain("TABBLE");
		expect(await tableNames()).not.toContain("half");
		expect(await raw.applied()).toEqual(tags);
	});

	test("keeps every row and value, of each table since it was added", async () => {
		// The rows of the newest one are tried on one that is not there yet.
		const next = { tag: "9999_next", sql: "ALTER TABLE organizations ADD COLUMN planted text" };
		const known = [...engineMigrations, next];

		for (const [i, { tag }] of known.entries()) {
			const before = await contents();
			await raw.migrate(known.slice(0, i + 1));
			const after = await contents();
			for (const [name, rows] of Object.entries(before)) {
				expect(rows, `rows of ${name} before ${tag}`).not.toEqual([]);
				expect(after[name], `${name} after ${tag}`).toMatchObject(rows);
			}
			if (tag !== next.tag) await insertRowsOf(tag);
		}

		expect(await raw.applied()).toEqual([...tags, next.tag]);
	});

	test("never lands without rows to try the next one on", () => {
		const populated = readdirSync(join(import.meta.dir, "populated"));

		const missing = tags.filter((tag) => !populated.includes(`${tag}.sql`));
		expect(missing.map((tag) => `tests/db/populated/${tag}.sql: one row in each new table`)).toEqual([]);
		expect(populated).toHaveLength(tags.length);
	});

	if (dialect === "sqlite") {
		test("that rebuilds a table keeps the rows that refer to it", async () => {
			await populate();
			const [{ sql: definition = "" } = {}] = await raw.query(
				"SELECT sql FROM sqlite_schema WHERE name = 'organizations'",
			);
			const rebuild = [
				"PRAGMA foreign_keys=OFF;", // As drizzle-kit writes it; in a transaction SQLite ignores it.
				String(definition)
					.replace(/CREATE TABLE .organizations./, "CREATE TABLE `__new_organizations`")
					.replace(/"organizations"\./g, ""),
				"INSERT INTO `__new_organizations` SELECT * FROM `organizations`;",
				"DROP TABLE `organizations`;",
				"ALTER TABLE `__new_organizations` RENAME TO `organizations`;",
				"PRAGMA foreign_keys=ON;",
			].join("--> statement-breakpoint\n");
			const before = await contents();

			await raw.migrate([...engineMigrations, { tag: "9999_rebuild", sql: rebuild }]);

			expect(await contents()).toEqual(before);
			const orphan = await messageOf(
				raw.query("INSERT INTO memberships VALUES ('org_none', 'usr_1', 'member', 1, 1, 1)"),
			);
			expect(orphan).toContain("FOREIGN KEY");
		});

		test("that leaves a reference to nothing is refused", async () => {
			await populate();

			const failure = await messageOf(
				raw.migrate([...engineMigrations, { tag: "9999_orphans", sql: "DELETE FROM organizations" }]),
			);

			expect(failure).toContain("broken references");
			expect((await contents()).organizations).toHaveLength(1);
		});
	}
});
