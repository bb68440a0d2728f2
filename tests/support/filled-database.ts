/** A SQLite database on a faulty disk, filled by programs in processes of their own. */
import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathOf } from "#db/sqlite/connection";
import { openStore } from "#db/store";
import { createTestDatabase } from "./database.ts";
import { createRandom, filesOf, type ImageOptions, imageOf, writeImage } from "./disk-image.ts";
import { createFaultyDisk, type DiskRecord } from "./faulty-disk.ts";
import { type ServerProcess, startProgram } from "./server-process.ts";

const PROGRAM = join(import.meta.dir, "fill-until-ended.ts");

/** Returns the ids of the rows that were acknowledged. */
export const acknowledgedBy = (...programs: readonly ServerProcess[]): readonly string[] =>
	programs.flatMap((program) => program.output().match(/^job_\w+$/gm) ?? []);

/** Returns the ids of the rows that were acknowledged up to a position of the journal. */
export const acknowledgedUntil = (
	until: number,
	records: readonly DiskRecord[],
	programs: readonly ServerProcess[],
): readonly string[] =>
	programs.flatMap((program) => {
		const counts = records
			.filter(({ pid, path, end }) => pid === program.pid && path.endsWith(".acknowledged") && end <= until)
			.map((record) => (record.kind === "truncate" ? record.length : 0));
		return acknowledgedBy(program).slice(0, counts.at(-1) ?? 0);
	});

/**
 * Opens a database as the next start does, and returns what is wrong with it afterwards: damage, and rows that are
 * missing.
 */
export async function faultsOf(path: string, expected: readonly string[]): Promise<readonly string[]> {
	try {
		await (await openStore({ url: path })).close();
		const database = new Database(path, { readonly: true });
		const damage = database.query("PRAGMA integrity_check").values().flat().map(String);
		const known = new Set(database.query("SELECT id FROM jobs").values().flat());
		database.close();
		const missing = expected.filter((id) => !known.has(id)).length;
		return [...damage.filter((line) => line !== "ok"), ...(missing > 0 ? [`${missing} rows are missing`] : [])];
	} catch (error) {
		return [String(error)];
	}
}

export type FilledDatabase = Awaited<ReturnType<typeof createFilledDatabase>>;

/** Creates a migrated database, on a disk without faults that records what is done to its files. */
export async function createFilledDatabase() {
	const disk = createFaultyDisk();
	const folder = mkdtempSync(join(tmpdir(), "parley-disk-"));
	const path = join(folder, "data.db");
	const template = await createTestDatabase("migrated");
	copyFileSync(pathOf(template.url), path);
	await template.drop();
	const initial = filesOf(folder);
	disk.record(`${folder}/*`);

	return {
		disk,
		path,
		log: `${path}-wal`,

		/** Starts a program that fills it: see fill-until-ended.ts. The log is copied from 100 pages on. */
		start({ frames = 100, rows = 1_000_000 }: { frames?: number; rows?: number } = {}): ServerProcess {
			return startProgram([process.execPath, PROGRAM, path, String(frames), String(rows)], { env: disk.env });
		},

		/** Cuts the power, by a chance of its own for each seed, and returns what {@link faultsOf} finds. */
		async faultsAfterPowerCut(
			records: readonly DiskRecord[],
			expected: readonly string[],
			seed: number,
			options: Omit<ImageOptions, "random"> = {},
		): Promise<readonly string[]> {
			const copy = join(folder, `cut-${seed}`);
			mkdirSync(copy);
			writeImage(imageOf(initial, records, { ...options, random: createRandom(seed) }), copy);
			const faults = await faultsOf(join(copy, "data.db"), expected);
			rmSync(copy, { recursive: true });
			return faults;
		},

		/** Removes it. The programs must have ended. */
		close(): void {
			disk.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
