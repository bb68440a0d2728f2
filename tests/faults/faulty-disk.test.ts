/** The disk of the tests itself: it fails programs on command, and records what they do. */
import { afterEach, beforeEach, describe, expect } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "#tests/support/command";
import { createFaultyDisk, type FaultyDisk } from "#tests/support/faulty-disk";
import { preloadingTest as test } from "../support/preloaded-library.ts";

let disk: FaultyDisk;
let folder: string;
beforeEach(() => {
	disk = createFaultyDisk();
	folder = mkdtempSync(join(tmpdir(), "parley-disk-"));
});
afterEach(() => {
	disk.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Runs a script in a process on the disk, in the folder. */
const script = (source: string) =>
	run([process.execPath, "-e", source], [], { env: disk.env, cwd: folder }).then(({ stdout }) => stdout);

const SQLITE = `
	const { Database } = require("bun:sqlite");
	const db = new Database("data.db");
	db.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (n INTEGER)");
	for (let n = 0; n < 3; n++) {
		try { db.run("INSERT INTO t VALUES (" + n + ")"); console.log("stored", n); }
		catch (error) { console.log(error.code, n); }
	}
`;

describe("the faulty disk", () => {
	test("fails as many syncs as it was told, after those that it was to let pass", async () => {
		// The first two syncs are those of the new file and of its schema.
		const fault = disk.fail({ calls: ["sync"], path: "*/data.db-wal", error: "EIO", skip: 4, times: 1 });

		const output = await script(SQLITE);

		expect(output).toContain("SQLITE_IOERR_FSYNC");
		expect(output.match(/stored/g)).toHaveLength(2);
		expect(fault.hits()).toBeGreaterThan(4);
	});

	test("is full for writes to the paths it was told, until it is mended", async () => {
		const fault = disk.fail({ calls: ["write"], path: "*/data.db-wal", error: "ENOSPC", skip: 6 });

		const full = await script(SQLITE);
		fault.mend();
		for (const name of ["data.db", "data.db-wal", "data.db-shm"]) rmSync(join(folder, name), { force: true });
		const mended = await script(SQLITE);

		expect(full).toContain("SQLITE_FULL 2");
		expect(mended).toBe("stored 0\nstored 1\nstored 2\n");
	});

	test("records writes, and which of them a sync covers", async () => {
		disk.record("*/data.db-wal");

		await script(SQLITE);

		const records = disk.journal();
		const first = records[0];
		expect(first).toMatchObject({ kind: "write", path: join(folder, "data.db-wal"), offset: 0 });
		expect(first?.kind === "write" && first.data.subarray(0, 3)).toEqual(Buffer.from([0x37, 0x7f, 0x06]));
		expect(records.filter(({ kind }) => kind === "sync").length).toBeGreaterThanOrEqual(4);
		expect(records.filter(({ kind }) => kind === "synced").every((at) => at.kind === "synced" && !at.failed)).toBe(
			true,
		);
		expect(records.at(-1)?.end).toBe(disk.recorded());
	});
});
