import { hash } from "node:crypto";
import { join } from "node:path";
import { dialect } from "#db/dialect";
import { lockFile } from "#db/sqlite/file-lock";
import type { Store } from "#db/store";
import { AppError } from "#kernel/errors";
import { openVault } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { inEnglish } from "#kernel/texts";
import { ownershipOf } from "#platform/blobs";
import { ensureBackupKey, readInstallation } from "#platform/installation";
import { copyDatabase } from "./database.ts";
import type { Installation } from "./installation.ts";
import { kindOfLock, type Lock, lockKeys } from "./key-file.ts";
import { listBackupIds, type Manifest, newBackupId, pathsOf, readManifest, writeManifest } from "./manifest.ts";
import { noteBackup } from "./note.ts";
import { type CopiedObjects, copyObjects, type Sealed } from "./objects.ts";
import type { Written } from "./parts.ts";
import type { BackupPlace } from "./place.ts";
import { type Pruned, prune } from "./prune.ts";
import { createBackupSeal, DamagedBackupError } from "./seal.ts";

/** How far a backup is: what it is copying, and how many bytes of that. */
export type OnProgress = (what: "database" | "objects", bytes: number) => void;

/** A backup that was made. */
export interface MadeBackup {
	readonly manifest: Manifest;
	readonly database: Written;
	readonly objects: CopiedObjects;
	/** What was removed because it is older than backups are kept; null: that was not asked for. */
	readonly pruned: Pruned | null;
}

/** Where to, and for whom. */
export interface BackupTarget {
	readonly place: BackupPlace;
	readonly lock: Lock;
	/** Age in ms beyond which earlier backups are removed; null: they stay. */
	readonly keepMs: number | null;
}

/**
 * Makes a backup of an installation, whose servers may run meanwhile. Killed at any moment it leaves the earlier backups
 * as they are, and none of its own.
 * @throws AppError when another backup is being made, SetupError when the database is of an older version, the place cannot be written to, or has backups of
 * another installation
 */
export async function makeBackup(
	installation: Installation,
	target: BackupTarget,
	onProgress: OnProgress,
): Promise<MadeBackup> {
	const lock = lockFile(join(installation.dataDir, "backup.lock"));
	if (lock === null) throw new AppError("unavailable", inEnglish("Another backup of this installation is being made."));
	try {
		const store = await installation.openDatabase();
		try {
			return await makeFrom(installation, store, target, onProgress);
		} finally {
			await store.close();
		}
	} finally {
		lock.release();
	}
}

async function makeFrom(
	installation: Installation,
	store: Store,
	{ place, lock, keepMs }: BackupTarget,
	onProgress: OnProgress,
): Promise<MadeBackup> {
	const encryptionKeys = await installation.loadKeys(store);
	const installationId = (await readInstallation(store.db))?.id;
	if (installationId === undefined)
		throw new SetupError("the installation was never started: there is nothing to back up.");
	const migration = await readMigration(store);
	const source = { objects: await installation.openObjects(), store };
	if ((await ownershipOf(source)) === "other")
		throw new SetupError(
			"the blob store is not that of the installation: check DATA_DIR and S3_*, or run parley doctor.",
		);
	await place.prepare();
	await assertOwnPlace(place, installationId);
	const backupKey = await ensureBackupKey(store, openVault(encryptionKeys), Date.now());
	const sealed: Sealed = { place, seal: createBackupSeal(backupKey) };

	const takenAtMs = Date.now();
	const id = newBackupId(takenAtMs);
	const paths = pathsOf(id);
	const keys = await lockKeys({ encryptionKeys, backupKey }, lock);
	await place.write(paths.keys, keys);
	const database = await copyDatabase(installation, sealed, paths.databasePart, (bytes) =>
		onProgress("database", bytes),
	);
	// After the database: an object is stored before the ledger knows it.
	const objects = await copyObjects(sealed, source, paths.listPart, (bytes) => onProgress("objects", bytes));
	await place.settle();

	const manifest: Manifest = {
		format: 1,
		id,
		installationId,
		version: installation.version,
		takenAtMs,
		finishedAtMs: Date.now(),
		engine: dialect,
		migration,
		keyId: sealed.seal.keyId,
		keys: { lock: kindOfLock(lock), sha256: hash("sha256", keys, "hex") },
		database: { bytes: database.bytes, sha256: database.sha256, parts: database.parts },
		objects: { count: objects.count, bytes: objects.bytes, listParts: objects.list.parts },
	};
	await writeManifest(place, sealed.seal, manifest);
	const note = { id, place: place.name, takenAtMs, bytes: database.bytes + objects.bytes };
	await noteBackup(store, note, manifest.finishedAtMs);
	const pruned = keepMs === null ? null : await prune(sealed, keepMs, Date.now());
	return { manifest, database, objects, pruned };
}

/**
 * Returns the newest migration of the database.
 * @throws SetupError when rows are copied one by one, and it is older than this program: what reads them could not be told
 * apart from what wrote them, and nobody could restore them
 */
async function readMigration(store: Store): Promise<string> {
	const { migrations, detail } = await store.health();
	const newest = migrations.applied.at(-1);
	if (newest === undefined) throw new Error(detail ?? "the migrations of the database cannot be read");
	if (dialect === "postgres" && migrations.pending.length > 0)
		throw new SetupError(
			`the database has the schema ${newest}, which is older than this program: make the backup with the version that the server runs, or run parley migrate first.`,
		);
	return newest;
}

/** Asserts that a place has no backups of others. One whose manifest is damaged is nobody's. */
async function assertOwnPlace(place: BackupPlace, installationId: string): Promise<void> {
	for (const id of (await listBackupIds(place)).reverse()) {
		const found = await readManifest(place, id).catch((error: unknown) => {
			if (error instanceof DamagedBackupError) return undefined;
			throw error;
		});
		if (found?.manifest.installationId === installationId) return;
		if (found) throw new SetupError(`${place.name} has backups of another installation: choose another place.`);
	}
}
