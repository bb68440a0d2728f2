import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { dialect } from "#db/dialect";
import { toProperties } from "#db/portable";
import { findDamage, pathOf } from "#db/sqlite/connection";
import { copySnapshot } from "#db/sqlite/snapshot";
import { chownLikeFolder } from "#kernel/chown";
import { newId } from "#kernel/ids";
import type { NewRemoval } from "#platform/removals";
import { REPEATED, RESTORED } from "./after-restore.ts";
import type { Installation } from "./installation.ts";
import { pathsOf } from "./manifest.ts";
import type { Sealed } from "./objects.ts";
import type { OpenBackup } from "./open.ts";
import { readParts, type Written, writeParts } from "./parts.ts";
import { batchesOf, readRows, rowOf, writeRows } from "./portable-rows.ts";
import { DamagedBackupError } from "./seal.ts";

const READ_BYTES = 1024 * 1024;

/** Copies the database of an installation as it is at one moment, while servers write to it. */
export async function copyDatabase(
	{ dataDir, databaseUrl }: Pick<Installation, "dataDir" | "databaseUrl">,
	sealed: Sealed,
	partPath: (part: number) => string,
	onProgress: (bytes: number) => void,
): Promise<Written> {
	if (dialect === "postgres") return writeParts(sealed, partPath, readRows(databaseUrl), onProgress);
	const folder = join(dataDir, "backup.tmp");
	// A backup that was killed has left its copy.
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { mode: 0o700 });
	try {
		const copy = join(folder, "parley.db");
		copySnapshot(pathOf(databaseUrl), copy);
		return await writeParts(sealed, partPath, createReadStream(copy, { highWaterMark: READ_BYTES }), onProgress);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/**
 * Writes the database of a backup to a new file, durably, and checks it.
 * @throws DamagedBackupError when it is not what was copied, or was damaged then
 */
export async function restoreSqlite(
	backup: OpenBackup,
	path: string,
	onProgress: (bytes: number) => void,
): Promise<void> {
	const { id, database } = backup.manifest;
	const file = await open(path, "wx", 0o600);
	try {
		chownLikeFolder(path);
		let bytes = 0;
		for await (const part of readParts(backup, pathsOf(id).databasePart, database)) {
			await file.writeFile(part);
			bytes += part.length;
			onProgress(bytes);
		}
		await file.sync();
	} finally {
		await file.close();
	}
	const damage = findDamage(path);
	if (damage !== null) throw new DamagedBackupError(`the database of the backup is damaged: ${damage}`);
}

/** Fills a database of Postgres with the rows of a backup, and with what was removed since; see `writeRows`. */
export async function restorePostgres(
	backup: OpenBackup,
	url: string,
	{ replace, removed, prepare, onProgress }: RestoreRows,
): Promise<void> {
	const { id, takenAtMs } = backup.manifest;
	// With the rows, so that whoever starts on them next knows, whatever becomes of this process.
	const mark = { key: RESTORED, value: JSON.stringify({ id, takenAtMs }), updatedAtMs: Date.now() };
	const extra = {
		service_state: [rowOf("service_state", mark)],
		removals: removed.map((each) => rowOf("removals", { id: newId(REPEATED), ...each })),
	};
	await writeRows(url, rowsOf(backup, onProgress), { replace, id, prepare, extra });
}

/** Options of {@link restorePostgres}. */
interface RestoreRows {
	readonly replace: boolean;
	readonly removed: readonly NewRemoval[];
	/** Called before the first change, once nothing keeps the database from being filled. */
	readonly prepare: () => Promise<void>;
	readonly onProgress: (bytes: number) => void;
}

/**
 * Reads all rows of a backup of Postgres, changing nothing.
 * @param onRow gets the rows of some tables, by the names of the schema
 * @throws DamagedBackupError
 */
export async function visitRows(
	backup: OpenBackup,
	onRow: Readonly<Record<string, (row: Readonly<Record<string, unknown>>) => void>>,
	onProgress: (bytes: number) => void,
): Promise<void> {
	for await (const { table, rows } of batchesOf(rowsOf(backup, onProgress))) {
		const visit = onRow[table.name];
		if (visit) for (const row of rows) visit(toProperties(table, row));
	}
}

async function* rowsOf(backup: OpenBackup, onProgress: (bytes: number) => void): AsyncGenerator<Uint8Array> {
	const { id, database } = backup.manifest;
	let bytes = 0;
	for await (const part of readParts(backup, pathsOf(id).databasePart, database)) {
		yield part;
		bytes += part.length;
		onProgress(bytes);
	}
}
