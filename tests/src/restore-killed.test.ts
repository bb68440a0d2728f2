/** Backups of Postgres by command, and `parley restore` that is killed: nothing uses what it has left, and the next run forgets nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeRecipient } from "#tests/support/backups";
import { PARLEY, parley, TEST_ENV } from "#tests/support/command";
import { type CopyBench, openCopyBench, query } from "#tests/support/copied";
import { makeNextVersion } from "#tests/support/next-version";
import { until } from "#tests/support/until";

let bench: CopyBench;
beforeAll(async () => {
	bench = await openCopyBench();
}, 120_000);
afterAll(() => bench.close());

const REMOVED = "removed@example.com";

test("a database that is older than the program is not backed up, since nobody could restore its rows", async () => {
	const [dataDir, place, url] = [join(bench.path, "older"), join(bench.path, "none"), await bench.newDatabase()];
	const env = { DATABASE_URL: url, BACKUP_PASSPHRASE: "correct horse battery" };
	await parley("admin create --init --email root@example.com", dataDir, { env });

	const nextVersion = makeNextVersion(join(bench.path, "next"));
	const refused = await nextVersion(`backup --to ${place}`, dataDir, { env });

	expect([refused.exitCode, refused.stderr]).toEqual([78, expect.stringContaining("older than this program")]);
	expect(existsSync(place)).toBe(false);
}, 60_000);

test("killed while it inserts rows, it is run again, and removes what was removed after the backup", async () => {
	const { identity, recipient } = await makeRecipient();
	const [dataDir, place, url] = [join(bench.path, "data"), join(bench.path, "place"), await bench.newDatabase()];
	const env = { DATABASE_URL: url, BACKUP_RECIPIENTS: recipient, BACKUP_IDENTITY: identity };
	const run = (line: string) => parley(line, dataDir, { env });
	await run("seed --init");
	await run("admin create --email kept@example.com");
	await run(`admin create --email ${REMOVED}`);
	const made = await run(`backup --to ${place}`);
	// No server has run since, so only the database knows.
	const removed = await run(`admin remove --email ${REMOVED}`);
	const before = await query(url, "SELECT count(*) AS number FROM segments");

	await query(
		url,
		`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NEW; END';
		CREATE TRIGGER wait BEFORE INSERT ON segments FOR EACH ROW EXECUTE FUNCTION wait()`,
	);
	const child = Bun.spawn([...PARLEY, "restore", "--replace", "--from", place], {
		env: { ...TEST_ENV, ...env, DATA_DIR: dataDir },
		stdout: "ignore",
		stderr: "ignore",
	});
	const waiting = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
	await until(async () => child.exitCode !== null || (await query(url, `SELECT 1 ${waiting}`)).length > 0, 60_000);
	const diedOfItself = child.exitCode;
	child.kill("SIGKILL");
	await child.exited;
	await query(url, `SELECT pg_terminate_backend(pid) ${waiting}`);
	await until(async () => (await query(url, `SELECT 1 ${waiting}`)).length === 0);
	await query(url, "DROP TRIGGER wait ON segments; DROP FUNCTION wait");
	const migrated = await run("migrate");
	const listed = await run("admin list");
	const again = await run(`restore --json --from ${place}`);
	const administrators = await run("admin list");

	expect([made.exitCode, removed.exitCode, diedOfItself]).toEqual([0, 0, null]);
	expect([migrated.exitCode, migrated.stderr]).toEqual([1, expect.stringContaining("was not finished")]);
	expect(listed.exitCode).not.toBe(0);
	expect([again.exitCode, again.stderr]).toEqual([0, ""]);
	expect(await query(url, "SELECT count(*) AS number FROM segments")).toEqual(before);
	expect(administrators.exitCode).toBe(0);
	expect(administrators.stdout).not.toContain(REMOVED);
}, 120_000);
