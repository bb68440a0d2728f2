/** SQLite on a disk that refuses to write, in a process without free descriptors, and what is left in its log. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect } from "bun:test";
import { spawnSync } from "node:child_process";
import { statSync, truncateSync } from "node:fs";
import { STORE_FAILED_EXIT } from "#db/end-process";
import { Failure } from "#db/sqlite/failure";
import { settleLeftLog } from "#db/sqlite/log-file";
import { acknowledgedBy, createFilledDatabase, type FilledDatabase, faultsOf } from "#tests/support/filled-database";
import { preloadingTest as test } from "../support/preloaded-library.ts";

const HOLE_BYTES = 4 * 1024 * 1024;

let database: FilledDatabase;
beforeEach(async () => {
	database = await createFilledDatabase();
});
afterEach(() => database.close());

describe("copying the log", () => {
	test("tries again when the disk is full, while writes go on, and loses nothing", async () => {
		const { disk, path } = database;
		const full = disk.fail({ calls: ["write"], path, error: "ENOSPC" });
		const filling = database.start();

		await filling.until(/retry SQLITE_FULL\n(job_\w+\n){50}/);
		full.mend();
		await filling.stop();

		expect(filling.output()).toContain("health ok\nclosed");
		expect(await faultsOf(path, acknowledgedBy(filling))).toEqual([]);
	});

	test("leaves the log to the next start when the disk is full at the close", async () => {
		const { disk, path, log } = database;
		const full = disk.fail({ calls: ["write"], path, error: "ENOSPC" });
		const filling = database.start({ rows: 30 });

		const exitCode = await filling.exited;
		full.mend();

		expect(exitCode).toBe(0);
		expect(filling.output()).toContain("closed");
		expect(statSync(log).size).toBeGreaterThan(0);
		expect(await faultsOf(path, acknowledgedBy(filling))).toEqual([]);
	});

	test("ends the process when a write fails for another reason, and loses nothing", async () => {
		const { disk, path } = database;
		disk.fail({ calls: ["write"], path, error: "EIO", skip: 30, times: 1 });
		const filling = database.start();

		const exitCode = await filling.exited;

		const expected = acknowledgedBy(filling);
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(await filling.errors).toContain("SQLITE_IOERR_WRITE");
		expect(await database.faultsAfterPowerCut(disk.journal(), expected, 1)).toEqual([]);
		expect(await faultsOf(path, expected)).toEqual([]);
	});

	// Bun ends a process that starts a thread without one.
	test("needs no free descriptor, not even the first time", async () => {
		const { disk, path } = database;
		const copied = disk.fail({ calls: ["sync"], path });
		const filling = database.start({ frames: 1_500 });

		await filling.until(/^open$/m);
		const limited = spawnSync("prlimit", ["--pid", String(filling.pid), "--nofile=1"]);
		const copiedBefore = copied.hits();
		await filling.until(/(job_\w+\n){1000}/);
		await filling.stop();

		expect([limited.status, copiedBefore]).toEqual([0, 0]);
		expect(copied.hits()).toBeGreaterThan(1);
		expect(filling.output()).toContain("closed");
		expect(await faultsOf(path, acknowledgedBy(filling))).toEqual([]);
	});
});

describe("a write to the log that fails", () => {
	test.each(["EIO", "ENOSPC"] as const)("once (%s) is heard of, and the next one succeeds", async (error) => {
		const { disk, path, log } = database;
		disk.fail({ calls: ["write"], path: log, error, skip: 50, times: 1 });
		const filling = database.start({ rows: 200 });

		const exitCode = await filling.exited;

		const code = error === "EIO" ? "SQLITE_IOERR_WRITE" : "SQLITE_FULL";
		const refused = filling.output().match(/^refused \w+$/gm) ?? [];
		expect(exitCode).toBe(0);
		expect([...new Set(refused)]).toEqual([`refused ${code}`]);
		expect(acknowledgedBy(filling).length + refused.length).toBe(200);
		expect(filling.output()).toContain("health ok\nclosed");
		expect(await faultsOf(path, acknowledgedBy(filling))).toEqual([]);
	});
});

describe("the log that an earlier process left", () => {
	/** Leaves rows in the log as a killed process does. */
	async function leaveLog(): Promise<readonly string[]> {
		const filling = database.start({ frames: 1_000_000 });
		await filling.until(/(job_\w+\n){50}/);
		filling.kill("SIGKILL");
		await filling.exited;
		return acknowledgedBy(filling);
	}

	test("is written over by the next start: its pages may be in the cache only", async () => {
		const { disk, path, log } = database;
		const expected = await leaveLog();
		const full = disk.fail({ calls: ["write"], path, error: "ENOSPC" }); // So that it stays.
		const synced = disk.fail({ calls: ["sync"], path: log });
		// A hole gets its blocks when somebody writes there.
		truncateSync(log, statSync(log).size + HOLE_BYTES);
		const before = statSync(log).blocks;

		await database.start({ rows: 0 }).exited;
		full.mend();

		expect((statSync(log).blocks - before) * 512).toBeGreaterThan(HOLE_BYTES * 0.9);
		expect(synced.hits()).toBeGreaterThan(0);
		expect(await faultsOf(path, expected)).toEqual([]);
	});

	test("is copied into the data file and emptied by the next start", async () => {
		const { path, log } = database;
		const expected = await leaveLog();

		settleLeftLog(path, new Failure());

		expect(statSync(log, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
		expect(await faultsOf(path, expected)).toEqual([]);
	});

	test("is left alone while another process has the file open", async () => {
		const { path, log } = database;
		await leaveLog();
		const other = new Database(path, { readonly: true });
		other.query("SELECT count(*) FROM jobs").get();
		const before = statSync(log).size;

		settleLeftLog(path, new Failure());

		const after = statSync(log).size;
		other.close();
		expect(after).toBe(before);
	});
});
