/** `parley copy`: an installation moves from SQLite to Postgres and back, and works there. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openPortableReader, openPortableWriter, toProperties } from "#db/portable";
import type { AuditEntryRow } from "#db/schema/index";
import { pathOf } from "#db/sqlite/connection";
import { keyFileOf, newKey, replaceKeyFile } from "#operations/keys/encryption-key";
import { findChainFaults } from "#tests/support/chain";
import { clientAt } from "#tests/support/client";
import { parley } from "#tests/support/command";
import {
	type CopyBench,
	copy,
	fileIn,
	linesIn,
	openCopyBench,
	query,
	type SeededInstallation,
	seedInstallation,
} from "#tests/support/copied";
import { makeNextVersion } from "#tests/support/next-version";
import { rowOf, tableOf } from "#tests/support/portable";
import { startServerProcess } from "#tests/support/server-process";
import { until } from "#tests/support/until";

let bench: CopyBench;
let seeded: SeededInstallation;
beforeAll(async () => {
	bench = await openCopyBench();
	seeded = await seedInstallation(bench.path);
}, 120_000);
afterAll(() => bench.close());

/** Records a migration of another version. */
const LATER = "INSERT INTO _migrations (tag, checksum, applied_at_ms) VALUES ('9999_later', '', 0)";

/** Runs a change of a SQLite database. */
function change(dataDir: string, statement: string): void {
	const database = new Database(pathOf(fileIn(dataDir)), { readwrite: true });
	database.run(statement);
	database.close();
}

/** Returns the events and the audit entries of an organization, in their order. */
async function logsOf(url: string, orgId: string) {
	const reader = await openPortableReader(url);
	const read = async (name: string) =>
		(await reader.page(tableOf(name), [orgId, 0], 10_000))
			.map((row) => toProperties(tableOf(name), row))
			.filter((row) => row.orgId === orgId);
	const logs = { events: await read("events"), entries: await read("audit_entries") };
	await reader.close();
	return logs;
}

describe("a copy to Postgres and back", () => {
	test("has all rows as they were, and says what it compared", async () => {
		const dataDir = seeded.newDataDir();
		const [from, over] = [fileIn(dataDir), await bench.newDatabase()];
		const back = `sqlite:${join(dataDir, "moved", "back.db")}`;

		const there = await copy(from, over, dataDir, "--json");
		const here = await copy(over, back, dataDir);

		const before = await linesIn(from);
		expect(await linesIn(over)).toEqual(before);
		expect(await linesIn(back)).toEqual(before);
		const report = JSON.parse(there.stdout);
		const counts = Object.fromEntries(
			report.tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
		);
		expect(counts).toEqual(Object.fromEntries(Object.entries(before).map(([name, lines]) => [name, lines.length])));
		expect(report).toMatchObject({
			resumed: false,
			replaced: 0,
			logs: { faults: [] },
			objects: { count: 2, place: join(dataDir, "blobs") },
		});
		expect(report.logs.auditEntries).toBeGreaterThan(100);
		expect([there.exitCode, there.stderr]).toEqual([0, ""]);
		expect([here.exitCode, here.stdout]).toEqual([0, expect.stringContaining("all tables match.")]);
		const file = new Database(pathOf(back), { readonly: true });
		expect(file.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
		expect(file.query("PRAGMA foreign_key_check").values()).toEqual([]);
		file.close();
		expect(statSync(pathOf(back)).mode & 0o777).toBe(0o600);
	}, 120_000);

	test("is an installation that goes on: people sign in and find what was said, and the logs go on without a gap", async () => {
		const dataDir = seeded.newDataDir();
		const over = await bench.newDatabase();
		const { orgId, email, password, meetingId } = seeded;
		await copy(fileIn(dataDir), over, dataDir);
		const before = await logsOf(over, orgId);
		const server = startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: over });
		const url = await server.url();
		const signedIn = await clientAt(url).post("/auth/login", { email, password });
		const owner = clientAt(url, signedIn.body.access_token);

		const meeting = await owner.get(`/meetings/${meetingId}`);
		const [recording] = (await owner.get(`/meetings/${meetingId}/recordings`)).body.data;
		const content = await owner.get(`/meetings/${meetingId}/recordings/${recording.id}/content`);
		const found = async () => (await owner.get("/transcripts/search?q=pencil")).body.data.length;
		await until(async () => (await found()) > 0);
		const renamed = await owner.patch(`/orgs/${orgId}/settings`, { timezone: "Asia/Tokyo" });
		await server.stop();

		expect([meeting.status, content.status, renamed.status]).toEqual([200, 200, 200]);
		expect(content.bytes.length).toBe(recording.sizeBytes);
		const after = await logsOf(over, orgId);
		const idsOf = (log: typeof after) => [...log.events, ...log.entries].map(({ id }) => id);
		expect(idsOf(after)).toEqual(expect.arrayContaining(idsOf(before)));
		expect(after.events.map(({ sequence }) => sequence)).toEqual(after.events.map((_event, at) => at + 1));
		expect(after.events.length).toBeGreaterThan(before.events.length);
		expect(findChainFaults(after.entries as AuditEntryRow[])).toEqual([]);
		expect(after.entries.length).toBeGreaterThan(before.entries.length);
	}, 120_000);
});

describe("a copy is refused", () => {
	test("while a server runs on the source or on the target", async () => {
		const [dataDir, otherDir] = [seeded.newDataDir(), seeded.newDataDir()];
		const [served, empty] = [await bench.newDatabase(), await bench.newDatabase()];
		const servers = [
			startServerProcess({ DATA_DIR: dataDir }),
			startServerProcess({ DATA_DIR: otherDir, DATABASE_URL: served }),
		];
		for (const server of servers) await server.url();
		const elsewhere = `sqlite:${join(otherDir, "copy.db")}`;

		const refused = await Promise.all([
			copy(fileIn(dataDir), empty, dataDir),
			copy(served, elsewhere, otherDir),
			copy(fileIn(otherDir), served, otherDir),
			copy(fileIn(otherDir), fileIn(dataDir), otherDir),
		]);

		for (const server of servers) await server.stop();
		for (const { exitCode, stderr, stdout } of refused)
			expect([exitCode, stdout, stderr]).toEqual([
				1,
				"",
				expect.stringMatching(/is in use by a server.*: stop it first\.$/m),
			]);
		expect(existsSync(pathOf(elsewhere))).toBe(false);
	}, 120_000);

	test("into a database that is not empty, into itself, from nothing, and from what is no installation", async () => {
		const [dataDir, otherDir] = [seeded.newDataDir(), seeded.newDataDir()];
		const empty = await bench.newDatabase();

		const outcomes = [
			await copy(fileIn(dataDir), fileIn(otherDir), dataDir),
			await copy(fileIn(dataDir), fileIn(dataDir), dataDir),
			await copy("sqlite:/nowhere/parley.db", empty, dataDir),
			await copy(empty, `sqlite:${join(dataDir, "copy.db")}`, dataDir),
			await copy("postgres://localhost:1/none", `sqlite:${join(dataDir, "copy.db")}`, dataDir),
		];

		expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 1, 1]);
		expect(outcomes.map(({ stderr }) => stderr.split("\n")[0])).toEqual([
			expect.stringContaining("is not empty"),
			expect.stringContaining("into itself"),
			expect.stringContaining("There is no database /nowhere/parley.db"),
			expect.stringContaining("There is no installation"),
			expect.stringContaining("postgres://localhost:1/none cannot be opened"),
		]);
		expect(existsSync(join(dataDir, "copy.db"))).toBe(false);
	}, 120_000);

	test("without the key of the installation, or with another one", async () => {
		const dataDir = seeded.newDataDir();
		const to = `sqlite:${join(dataDir, "copy.db")}`;

		rmSync(keyFileOf(dataDir));
		const missing = await copy(fileIn(dataDir), to, dataDir);
		await replaceKeyFile(keyFileOf(dataDir), [newKey()]);
		const foreign = await copy(fileIn(dataDir), to, dataDir);

		expect([missing.exitCode, foreign.exitCode]).toEqual([78, 78]);
		expect(missing.stderr).toContain("there is no encryption key here");
		expect(foreign.stderr).toContain("is another one");
		expect(existsSync(pathOf(to))).toBe(false);
	}, 120_000);

	test("from an older version, and between what other versions have written", async () => {
		const [dataDir, newerDir] = [seeded.newDataDir(), seeded.newDataDir()];
		const newer = await bench.newDatabase();
		await parley("migrate --init", dataDir, { env: { DATABASE_URL: newer } });
		await query(newer, LATER);
		change(newerDir, LATER);

		const intoNewer = await copy(fileIn(dataDir), newer, dataDir);
		const fromNewer = await copy(fileIn(newerDir), await bench.newDatabase(), newerDir);
		const nextVersion = makeNextVersion(join(bench.path, "next"));
		const fromOlder = await nextVersion(`copy --from ${fileIn(dataDir)} --to ${await bench.newDatabase()}`, dataDir);

		const outcomes = [intoNewer, fromNewer, fromOlder];
		expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
		expect(outcomes.map(({ stderr }) => stderr)).toEqual([
			expect.stringContaining("run a newer version"),
			expect.stringContaining("run a newer version"),
			expect.stringContaining("run parley migrate"),
		]);
	}, 120_000);

	test("for URLs that name no engine, and options that are missing", async () => {
		const dataDir = seeded.newDataDir();

		const outcomes = [
			await copy("parley.db", "sqlite:other.db", dataDir),
			await copy("sqlite:parley.db", "mysql://localhost/parley", dataDir),
			await parley("copy --from sqlite:parley.db", dataDir),
		];
		const help = await parley("copy --help", dataDir);

		expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
		expect(outcomes[1]?.stderr).toContain("--to: expected sqlite:<file> or postgres://…");
		expect([help.exitCode, help.stdout]).toEqual([0, expect.stringContaining("Exit codes:")]);
	});
});

test("faults in the logs of the source are told and are no success, but do not keep it from moving", async () => {
	const dataDir = seeded.newDataDir();
	change(
		dataDir,
		`UPDATE audit_entries SET action = 'member.forged' WHERE org_id = '${seeded.orgId}' AND sequence = 2`,
	);

	const outcome = await copy(fileIn(dataDir), `sqlite:${join(dataDir, "copy.db")}`, dataDir, "--json");

	const { logs } = JSON.parse(outcome.stdout);
	expect(outcome.exitCode).toBe(1);
	expect(logs.faults[0]).toBe(`${seeded.orgId}: entry 2 of the audit log: entry_altered`);
	expect(outcome.stderr).toContain("entry 2 of the audit log");
}, 120_000);

test("characters that Postgres cannot store end the copy, or are replaced when that is wanted", async () => {
	const dataDir = seeded.newDataDir();
	const jobs = tableOf("jobs");
	const state = tableOf("service_state");
	const file = await openPortableWriter(fileIn(dataDir));
	await file.begin({ name: "", value: "" });
	await file.insert(
		jobs,
		[
			rowOf(jobs, {
				id: "job_nul",
				queue: "test",
				payload: '"\\ud800"',
				state: "done",
				attempts: 1,
				maxAttempts: 1,
				runAtMs: 0,
				scheduledAtMs: 0,
				lastError: "\0",
				createdAtMs: 0,
				endedAtMs: 0,
			}),
		],
		{ name: "", value: "" },
	);
	await file.finish();
	await file.close();
	const to = await bench.newDatabase();

	const refused = await copy(fileIn(dataDir), to, dataDir);
	const replaced = await copy(fileIn(dataDir), to, dataDir, "--replace-invalid --json");

	expect([refused.exitCode, refused.stderr]).toEqual([
		1,
		expect.stringContaining("the row (job_nul) of jobs has, in payload, last_error, NUL"),
	]);
	expect(replaced.exitCode).toBe(0);
	expect(JSON.parse(replaced.stdout)).toMatchObject({ resumed: true });
	expect((await linesIn(to)).jobs?.filter((line) => line.includes("job_nul"))).toEqual([
		expect.stringContaining('"\\"\u{FFFD}\\""'),
	]);
	expect((await linesIn(to))[state.name]).toEqual((await linesIn(fileIn(dataDir)))[state.name]);
}, 120_000);
