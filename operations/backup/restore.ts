import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { dialect } from "#db/dialect";
import { migrations } from "#db/migrations";
import { pathOf } from "#db/sqlite/connection";
import type { Store } from "#db/store";
import { makeDataDirectory } from "#kernel/data-directory";
import { newId } from "#kernel/ids";
import type { KeyRing } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { adoptObjects, assertObjectName, type ObjectStore, type StoredObjectRow } from "#platform/blobs";
import { markRestored } from "./after-restore.ts";
import { restorePostgres, restoreSqlite } from "./database.ts";
import { addKeys, putInPlace, removeDatabase, settleKeys } from "./in-place.ts";
import type { Installation } from "./installation.ts";
import { collectRemovals, writeJournal } from "./journal.ts";
import { putJournalApart } from "./journal-file.ts";
import type { OnProgress } from "./make.ts";
import { type Manifest, pathsOf } from "./manifest.ts";
import { listedObjects, readObject } from "./objects.ts";
import type { OpenBackup } from "./open.ts";

/** What a restore has done. */
export interface Restored {
	readonly objects: { readonly count: number; readonly copied: number };
	/** How many removals since the backup were repeated, and which parts of their journal could not be read. */
	readonly removals: { readonly count: number; readonly unreadable: readonly string[] };
	/** Where the database is that was there before; null: none was. */
	readonly replaced: string | null;
}

/**
 * Restores a backup into the data directory of an installation. Everything is prepared beside what is there, which it replaces
 * with one rename at the end: killed before, it leaves the installation as it was, and is run again.
 * @param replace whether an installation that is there may be replaced; its database is kept under another name
 * @throws SetupError when there is one, AppError while a server uses the folder, DamagedBackupError
 */
export async function restoreBackup(
	installation: Installation,
	backup: OpenBackup,
	{ replace, onProgress }: { readonly replace: boolean; readonly onProgress: OnProgress },
): Promise<Restored> {
	assertEngine(backup.manifest);
	const { dataDir, databaseUrl } = installation;
	const keys = keysFor(installation, backup);
	makeDataDirectory(dataDir);
	const target = resolve(pathOf(databaseUrl));
	if (dialect === "sqlite") makeDataDirectory(dirname(target));
	const locks = installation.lock();
	try {
		if (dialect === "sqlite" && existsSync(target) && !replace)
			throw new SetupError(`there is an installation in ${target}: add --replace to replace it.`);
		const store = await installation.openObjects();
		const objects = await restoreObjects(backup, store, (bytes) => onProgress("objects", bytes));
		// It may be another one than that of the backup.
		const adopt = (database: Store) => adoptObjects({ store: database, objects: store, newId, nowMs: Date.now() });
		const { removed, unreadable, isForeign } = await collectRemovals(installation, backup);
		const removals = { count: removed.length, unreadable };
		const onDatabase = (bytes: number) => onProgress("database", bytes);
		if (dialect === "sqlite") {
			const fresh = `${target}.restored`;
			await removeDatabase(fresh);
			await restoreSqlite(backup, fresh, onDatabase);
			const { id, takenAtMs } = backup.manifest;
			await installation.prepare(`sqlite:${fresh}`, keys, async (database) => {
				await adopt(database);
				await markRestored(database, { id, takenAtMs }, removed, Date.now());
			});
			await addKeys(installation, keys);
			const replaced = await putInPlace(installation, fresh, target);
			await settleKeys(installation, keys);
			if (isForeign) await putJournalApart(dataDir);
			return { objects, removals, replaced };
		}
		const prepare = async () => {
			if (isForeign) await putJournalApart(dataDir);
			// The database that knows of them is emptied: killed in the middle, the next run finds them in the journal.
			const journals = { dataDir, installationId: backup.manifest.installationId, sealed: null };
			await writeJournal(journals, removed, { mayBeKnown: true });
			await addKeys(installation, keys);
		};
		await restorePostgres(backup, databaseUrl, { replace, removed, prepare, onProgress: onDatabase });
		await settleKeys(installation, keys);
		// The mark was written with the rows.
		await installation.prepare(databaseUrl, keys, adopt);
		return { objects, removals, replaced: null };
	} finally {
		locks.release();
	}
}

/** Asserts that this process can restore a backup. @throws SetupError that says how it can be restored */
function assertEngine({ engine, migration, version }: Manifest): void {
	if (engine !== dialect)
		throw new SetupError(
			`the backup is of ${engine}, DATABASE_URL is of ${dialect}: restore it there, and move it with parley copy.`,
		);
	const tags = migrations[dialect].map(({ tag }) => tag);
	if (engine === "postgres" && migration !== tags.at(-1)) {
		const then = tags.includes(migration) ? ", and upgrade then" : "";
		throw new SetupError(
			`the backup was made by version ${version}, with the schema ${migration}: restore it with that one${then}.`,
		);
	}
}

/** Returns the keys of the restored installation. @throws SetupError when others are configured */
function keysFor({ encryptionKeys }: Installation, { keys }: OpenBackup): KeyRing {
	if (encryptionKeys === undefined) return keys.encryptionKeys;
	const [needed] = keys.encryptionKeys;
	if (encryptionKeys.some((key) => Buffer.from(key).equals(needed))) return encryptionKeys;
	throw new SetupError("ENCRYPTION_KEY is not the key of the backup: set the one it was made with, or none.");
}

/** Copies every object of a backup that is not there yet: an object never changes. */
async function restoreObjects(
	backup: OpenBackup,
	objects: ObjectStore,
	onProgress: (bytes: number) => void,
): Promise<Restored["objects"]> {
	const { id, objects: listed } = backup.manifest;
	let [count, copied, bytes] = [0, 0, 0];
	for await (const row of listedObjects(backup, pathsOf(id).listPart, listed.listParts)) {
		count++;
		if ((await objects.sizeOf(row)) !== row.bytes) {
			await restoreObject(backup, objects, row);
			copied++;
		}
		bytes += row.bytes;
		onProgress(bytes);
	}
	return { count, copied };
}

async function restoreObject(backup: OpenBackup, objects: ObjectStore, row: StoredObjectRow): Promise<void> {
	assertObjectName(row);
	// What is there is damaged, or of a restore that was killed.
	await objects.removeDraft(row);
	await objects.remove(row);
	const draft = await objects.create(row);
	try {
		for await (const content of readObject(backup, row)) await draft.write(content);
		await draft.checkpoint("");
		await draft.complete();
	} finally {
		await draft.close();
	}
	await objects.removeDraft(row);
}
