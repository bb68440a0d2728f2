/**
 * SQLite on a disk that fails. After each failure the next start finds everything that was acknowledged, in a file that
 * is whole, also when the kernel has dropped what it could not write.
 */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { STORE_FAILED_EXIT } from "#db/end-process";
import { pathOf } from "#db/sqlite/connection";
import { openStore } from "#db/store";
import { createTestDatabase } from "#tests/support/database";
import { createRandom, filesOf, imageOf, writeImage } from "#tests/support/disk-image";
import { createFaultyDisk, type DiskRecord, type FaultyDisk } from "#tests/support/faulty-disk";
import { type ServerProcess, startProgram } from "#tests/support/server-process";

/** Length of the log, in pages, from which it is copied. */
const FRAMES = 100;
const PROGRAM = join(import.meta.dir, "../support/fill-until-ended.ts");

let disk: FaultyDisk;
let folder: string;
let path: string;
let initial: Map<string, Uint8Array>;
beforeEach(async () => {
	disk = createFaultyDisk();
	folder = mkdtempSync(join(tmpdir(), "parley-disk-"));
	path = join(folder, "data.db");
	const migrated = await createTestDatabase("migrated");
	copyFileSync(pathOf(migrated.url), path);
	await migrated.drop();
	initial = filesOf(folder);
});
afterEach(() => {
	disk.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Starts the program that fills the database, on the disk. */
function startFilling(rows?: number): ServerProcess {
	const args = [path, FRAMES, rows].filter((arg) => arg !== undefined).map(String);
	return startProgram([process.execPath, PROGRAM, ...args], { env: disk.env });
}

/** Returns the ids of the rows that were acknowledged. */
const acknowledgedBy = (...programs: readonly Pick<ServerProcess, "output">[]): readonly string[] =>
	programs.flatMap((program) => program.output().match(/^job_\w+$/gm) ?? []);

/** Opens a database as a start does, and returns what is wrong with it: rows that are missing, damage. */
async function faultsOf(file: string, expected: readonly string[]): Promise<readonly string[]> {
	const store = await openStore({ url: file });
	await store.close();
	const database = new Database(file, { readonly: true });
	const damage = database.query("PRAGMA integrity_check").values().flat().map(String);
	const known = new Set(database.query("SELECT id FROM jobs").values().flat());
	database.close();
	return [...damage.filter((line) => line !== "ok"), ...expected.filter((id) => !known.has(id))];
}

/** The same for what is on the disk after a power cut, by a chance of its own for each seed. */
async function faultsAfterPowerCut(
	records: readonly DiskRecord[],
	expected: readonly string[],
	seed: number,
	options: Omit<Parameters<typeof imageOf>[2], "random"> = {},
): Promise<readonly string[]> {
	const copy = join(folder, `cut-${seed}`);
	mkdirSync(copy);
	writeImage(imageOf(initial, records, { ...options, random: createRandom(seed) }), copy);
	const faults = await faultsOf(join(copy, "data.db"), expected);
	rmSync(copy, { recursive: true });
	return faults;
}

/** Returns what was done to the data file after the first failed sync. */
function touchedAfterFailure(records: readonly DiskRecord[]): readonly string[] {
	const failure = records.findIndex((record) => record.kind === "synced" && record.failed);
	const later = records.slice(failure + 1).filter((record) => record.path === path);
	return failure === -1 ? ["no sync failed"] : later.map(({ kind }) => kind);
}

describe("a failed sync of the data file", () => {
	// The third sync is that of a pass which others have gone before: SQLite counts what they copied.
	test.each([1, 2, 3, 5, 8])("ends the process and loses nothing: sync %i", async (time) => {
		disk.record(`${folder}/*`);
		disk.fail({ calls: ["sync"], path, error: "EIO", skip: time - 1 });
		const filling = startFilling();

		const exitCode = await filling.exited;

		const [records, expected] = [disk.journal(), acknowledgedBy(filling)];
		expect(await filling.errors).toContain("could not be copied into the data file");
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(expected.length).toBeGreaterThan(0);
		expect(touchedAfterFailure(records)).toEqual([]);
		expect(await faultsAfterPowerCut(records, expected, time)).toEqual([]);
		expect(await faultsOf(path, expected)).toEqual([]);
	});

	test("ends the process and loses nothing at the close as well, which copies the rest of the log", async () => {
		disk.record(`${folder}/*`);
		disk.fail({ calls: ["sync"], path, error: "EIO", times: 1 });
		const filling = startFilling(20);

		const exitCode = await filling.exited;

		const [records, expected] = [disk.journal(), acknowledgedBy(filling)];
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(filling.output()).not.toContain("closed");
		expect(expected).toHaveLength(20);
		expect(touchedAfterFailure(records)).toEqual([]);
		expect(await faultsAfterPowerCut(records, expected, 1)).toEqual([]);
		expect(await faultsOf(path, expected)).toEqual([]);
	});
});

describe("a failed sync of the log", () => {
	test.each([1, 2, 5, 9, 14, 20, 27, 35, 44, 54])("ends the process and loses nothing: sync %i", async (time) => {
		disk.record(`${folder}/*`);
		const fault = disk.fail({ calls: ["sync"], path: `${path}-wal`, error: "EIO", skip: time - 1, times: 1 });
		const filling = startFilling();

		const exitCode = await filling.exited;
		fault.mend();
		const first = disk.journal();
		const further = startFilling(40);
		await further.exited;

		const expected = acknowledgedBy(filling);
		const all = [...expected, ...acknowledgedBy(further)];
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(further.output()).toContain("closed");
		expect(await faultsAfterPowerCut(first, expected, time)).toEqual([]);
		// The log that the second one found is written again by calls that the journal does not have.
		const coversAll = firstSyncOf(further.pid, `${path}-wal`);
		expect(await faultsAfterPowerCut(disk.journal(), all, time, { coversAll })).toEqual([]);
		expect(await faultsOf(path, all)).toEqual([]);
	});
});

/** Returns whether a record is of the first sync that a process makes of a file. */
function firstSyncOf(pid: number, file: string): (record: DiskRecord) => boolean {
	let isFirst = true;
	return ({ kind, pid: of, path: at }) => {
		const matches = isFirst && kind === "synced" && of === pid && at === file;
		if (matches) isFirst = false;
		return matches;
	};
}

describe("a power cut", () => {
	test("loses nothing that was acknowledged, whenever it comes", async () => {
		disk.record(`${folder}/*`);
		const filling = startFilling(600);
		await filling.exited;
		const records = disk.journal();
		const ids = acknowledgedBy(filling);
		const copying = records.filter(({ kind, path: file }) => kind === "write" && file === path);
		const random = createRandom(1);
		const anyOf = (some: readonly DiskRecord[]) => some[Math.floor(random() * some.length)]?.end ?? 0;
		const cuts = Array.from({ length: 40 }, (_, at) => anyOf(at % 2 === 0 ? records : copying));

		const faults: string[] = [];
		for (const [seed, until] of cuts.entries()) {
			faults.push(
				...(await faultsAfterPowerCut(records, ids.slice(0, acknowledgedAt(records, until)), seed, { until })),
			);
		}

		expect(filling.output()).toContain("closed");
		expect(copying.length).toBeGreaterThan(100);
		expect(faults).toEqual([]);
	});
});

/** Returns how many rows were acknowledged at a position of the journal. */
function acknowledgedAt(records: readonly DiskRecord[], until: number): number {
	const counts = records.map((record) =>
		record.kind === "truncate" && record.path === `${path}.acknowledged` && record.end <= until ? record.length : 0,
	);
	return Math.max(...counts);
}
