/** `parley copy` that is killed goes on, and what it has left is used by nobody before it has ended. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { sql } from "drizzle-orm";
import { portableTables } from "#db/portable";
import { auditEntries, events, organizationLedgers } from "#db/schema/index";
import { openStore } from "#db/store";
import { PARLEY, parley, TEST_ENV } from "#tests/support/command";
import { type CopyBench, copy, fileIn, linesIn, openCopyBench, query } from "#tests/support/copied";
import { writable } from "#tests/support/database";
import { fillAllTables } from "#tests/support/fill-tables";
import { until } from "#tests/support/until";

let bench: CopyBench;
beforeAll(async () => {
	bench = await openCopyBench();
}, 120_000);
afterAll(() => bench.close());

let made = 0;
/**
 * Returns a data directory with a database that has rows in every table, except in the logs: arbitrary ones are no chain,
 * which a copy reports as a failure. Nothing is sealed there.
 */
async function newDataDir(): Promise<string> {
	const dataDir = join(bench.path, `filled-${++made}`);
	mkdirSync(dataDir);
	const store = writable(await openStore({ url: fileIn(dataDir) }));
	const { db } = store.acrossTenants;
	await fillAllTables(db);
	for (const table of [auditEntries, events, organizationLedgers]) await db.delete(table).where(sql`true`);
	await store.close();
	return dataDir;
}

function startCopy(from: string, to: string, dataDir: string) {
	const args = [...PARLEY, "copy", "--from", from, "--to", to];
	return Bun.spawn(args, { env: { ...TEST_ENV, DATA_DIR: dataDir }, stdout: "ignore", stderr: "ignore" });
}

/** Starts a copy, kills it when it waits for its next row of a table, and lets the table have that row. */
async function killAt(table: string, from: string, to: string, dataDir: string): Promise<void> {
	const client = new SQL(to, { max: 1 });
	await client.unsafe("BEGIN");
	await client.unsafe(`LOCK TABLE "${table}" IN SHARE MODE`);
	const child = startCopy(from, to, dataDir);
	const waits = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'parley copy' AND wait_event_type = 'Lock'";
	// On a connection of its own: within a transaction the view does not change.
	await until(async () => child.exitCode !== null || (await query(to, waits)).length > 0);
	if (child.exitCode !== null) throw new Error(`the copy ended with ${child.exitCode} before ${table}`);
	child.kill("SIGKILL");
	await child.exited;
	await client.unsafe("ROLLBACK");
	await client.close();
}

test("killed in ten tables on the way to Postgres, it goes on in each, and no server starts on the rest", async () => {
	const dataDir = await newDataDir();
	const [from, to] = [fileIn(dataDir), await bench.newDatabase()];
	const before = await linesIn(from);
	const filled = portableTables()
		.map(({ name }) => name)
		.filter((name) => (before[name]?.length ?? 0) > 0);
	const tables = Array.from({ length: 10 }, (_value, at) => filled[Math.floor((at * filled.length) / 10)] ?? "");
	await parley("migrate --init", dataDir, { env: { DATABASE_URL: to } });

	for (const table of tables) await killAt(table, from, to, dataDir);
	const migrated = await parley("migrate", dataDir, { env: { DATABASE_URL: to } });
	const copiedOn = await copy(to, `sqlite:${join(dataDir, "on.db")}`, dataDir);
	const ended = await copy(from, to, dataDir, "--json");

	expect(new Set(tables).size).toBe(10);
	expect([migrated.exitCode, migrated.stderr]).toEqual([1, expect.stringContaining("was not finished")]);
	expect([copiedOn.exitCode, copiedOn.stderr]).toEqual([1, expect.stringContaining("was not finished")]);
	expect([ended.exitCode, JSON.parse(ended.stdout)]).toMatchObject([0, { resumed: true }]);
	expect(await linesIn(to)).toEqual(before);
	expect(await query(to, "SELECT to_regclass('_copy') AS name")).toEqual([{ name: null }]);
}, 120_000);

test("killed at any time on the way to SQLite, it goes on", async () => {
	const dataDir = await newDataDir();
	const [from, to] = [fileIn(dataDir), `sqlite:${join(dataDir, "copy.db")}`];

	for (const afterMs of [200, 350, 500]) {
		const child = startCopy(from, to, dataDir);
		await Bun.sleep(afterMs);
		child.kill("SIGKILL");
		await child.exited;
	}
	const ended = await copy(from, to, dataDir);

	// One of those that were killed may have been done.
	expect(ended.exitCode === 0 || ended.stderr.includes("is not empty")).toBe(true);
	expect(await linesIn(to)).toEqual(await linesIn(from));
	expect((await parley("migrate --check", dataDir, { env: { DATABASE_URL: to } })).exitCode).toBe(0);
}, 120_000);

test("what was left of a copy of other rows is only deleted when that is wanted", async () => {
	const [dataDir, otherDir] = [await newDataDir(), await newDataDir()];
	const to = await bench.newDatabase();
	await parley("migrate --init", dataDir, { env: { DATABASE_URL: to } });
	await killAt("organizations", fileIn(dataDir), to, dataDir);

	const refused = await copy(fileIn(otherDir), to, otherDir);
	const restarted = await copy(fileIn(otherDir), to, otherDir, "--restart");

	expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("add --restart")]);
	expect(restarted.exitCode).toBe(0);
	expect(await linesIn(to)).toEqual(await linesIn(fileIn(otherDir)));
}, 120_000);
