/**
 * SQLite on a disk that fails to sync, and power cuts. The next start finds everything that was acknowledged, in a file
 * that is whole, also when the kernel has dropped what it could not write.
 */
import { afterEach, beforeEach, describe, expect } from "bun:test";
import { STORE_FAILED_EXIT } from "#db/end-process";
import { createRandom } from "#tests/support/disk-image";
import type { DiskRecord } from "#tests/support/faulty-disk";
import {
	acknowledgedBy,
	acknowledgedUntil,
	createFilledDatabase,
	type FilledDatabase,
	faultsOf,
} from "#tests/support/filled-database";
import { preloadingTest as test } from "../support/preloaded-library.ts";

let database: FilledDatabase;
beforeEach(async () => {
	database = await createFilledDatabase();
});
afterEach(() => database.close());

/** Returns what was done to a file after the first failed sync of any. */
function doneAfterFailure(records: readonly DiskRecord[], path: string): readonly string[] {
	const failure = records.findIndex((record) => record.kind === "synced" && record.failed);
	const later = records.slice(failure + 1).filter((record) => record.path === path);
	return failure === -1 ? ["no sync failed"] : later.map(({ kind }) => kind);
}

/** Returns an element by chance. */
function anyOf<T>(elements: readonly T[], random: () => number): T {
	const element = elements[Math.floor(random() * elements.length)];
	if (element === undefined) throw new Error("there is none");
	return element;
}

describe("a failed sync of the data file", () => {
	// SQLite counts as copied what earlier passes wrote and this one was to sync.
	test.each([1, 2, 3, 5, 8])("ends the process and loses nothing: sync %i", async (time) => {
		const { disk, path } = database;
		disk.fail({ calls: ["sync"], path, error: "EIO", skip: time - 1, times: 1 });
		const filling = database.start();

		const exitCode = await filling.exited;

		const [records, expected] = [disk.journal(), acknowledgedBy(filling)];
		expect(await filling.errors).toContain("could not be copied into the data file");
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(expected.length).toBeGreaterThan(0);
		expect(doneAfterFailure(records, path)).toEqual([]);
		expect(await database.faultsAfterPowerCut(records, expected, time)).toEqual([]);
		expect(await faultsOf(path, expected)).toEqual([]);
	});

	test("ends the process and loses nothing at the close as well, which copies the rest of the log", async () => {
		const { disk, path } = database;
		disk.fail({ calls: ["sync"], path, error: "EIO", times: 1 });
		const filling = database.start({ rows: 20 });

		const exitCode = await filling.exited;

		const [records, expected] = [disk.journal(), acknowledgedBy(filling)];
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(filling.output()).not.toContain("closed");
		expect(expected).toHaveLength(20);
		expect(doneAfterFailure(records, path)).toEqual([]);
		expect(await database.faultsAfterPowerCut(records, expected, 1)).toEqual([]);
		expect(await faultsOf(path, expected)).toEqual([]);
	});
});

describe("a failed sync of the log", () => {
	test.each([1, 2, 5, 9, 14, 20, 27, 35, 44, 54])("ends the process and loses nothing: sync %i", async (time) => {
		const { disk, path, log } = database;
		disk.fail({ calls: ["sync"], path: log, error: "EIO", skip: time - 1, times: 1 });
		const filling = database.start();

		const exitCode = await filling.exited;
		const before = disk.journal();
		const further = database.start({ rows: 100 });
		await further.exited;

		const records = disk.journal();
		const programs = [filling, further];
		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(further.output()).toContain("closed");
		expect(await database.faultsAfterPowerCut(before, acknowledgedBy(filling), time)).toEqual([]);
		// It writes the log over that it has found, by calls that the journal does not have, and syncs it.
		const settled = records.find(({ kind, pid, path: of }) => kind === "synced" && pid === further.pid && of === log);
		const options = { coversAll: (record: DiskRecord) => record.end === settled?.end };
		const random = createRandom(time);
		for (const seed of [1, 2, 3]) {
			const until = anyOf(records.slice(before.length), random).end;
			const expected = acknowledgedUntil(until, records, programs);
			expect(await database.faultsAfterPowerCut(records, expected, seed, { until, ...options })).toEqual([]);
		}
		expect(await faultsOf(path, acknowledgedBy(...programs))).toEqual([]);
	});

	test("is followed by nothing that touches the data file", async () => {
		const { disk, path, log } = database;
		disk.fail({ calls: ["sync"], path: log, error: "EIO", skip: 9, times: 1 });
		const filling = database.start({ frames: 1_000_000 });

		const exitCode = await filling.exited;

		expect(exitCode).toBe(STORE_FAILED_EXIT);
		expect(doneAfterFailure(disk.journal(), path)).toEqual([]);
	});
});

describe("a power cut", () => {
	test("loses nothing that was acknowledged, whenever it comes", async () => {
		const { disk, path } = database;
		const filling = database.start({ rows: 600 });
		await filling.exited;
		const records = disk.journal();
		const copying = records.filter((record) => record.kind === "write" && record.path === path);
		const random = createRandom(1);

		const faults: string[] = [];
		for (let seed = 0; seed < 40; seed++) {
			const until = anyOf(seed % 2 === 0 ? records : copying, random).end;
			const expected = acknowledgedUntil(until, records, [filling]);
			faults.push(...(await database.faultsAfterPowerCut(records, expected, seed, { until })));
		}

		expect(filling.output()).toContain("closed");
		expect(copying.length).toBeGreaterThan(100);
		expect(faults).toEqual([]);
	});
});
