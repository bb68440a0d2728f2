import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dialect } from "#db/dialect";
import { openStore, type Store } from "#db/store";
import { openVault } from "#kernel/key-ring";
import { SetupError } from "#kernel/setup-error";
import { listStoredObjects } from "#platform/blobs";
import { INSTALLATION_KEY, type InstallationRecord, opensWith } from "#platform/installation";
import { fitOf } from "../keys/fit.ts";
import { restoreSqlite, visitRows } from "./database.ts";
import type { OnProgress } from "./make.ts";
import { pathsOf } from "./manifest.ts";
import { listedObjects, readObject } from "./objects.ts";
import type { OpenBackup } from "./open.ts";
import { DamagedBackupError } from "./seal.ts";

/** A backup that can be restored. */
export interface Proof {
	readonly database: { readonly bytes: number };
	readonly objects: {
		readonly count: number;
		readonly bytes: number;
		/** Objects of the database that the backup does not have: they were missing, or deleted while it was made. */
		readonly absent: number;
	};
}

/** Options of {@link verifyBackup}. */
export interface VerifyOptions {
	/** The version of this program, which is noted with the proof. */
	readonly version: string;
	readonly onProgress: OnProgress;
}

/** Rows that are looked up at once. */
const PAGE = 500;

/**
 * Proves that a backup can be restored: reads all of it, restores its database into a temporary folder, checks that,
 * and that its keys open it. Notes the proof beside the backup, unless nothing can be written there.
 * @throws DamagedBackupError that names what is damaged
 */
export async function verifyBackup(backup: OpenBackup, { version, onProgress }: VerifyOptions): Promise<Proof> {
	const { manifest, place } = backup;
	const listed = new Set<string>();
	let bytes = 0;
	for await (const row of listedObjects(backup, pathsOf(manifest.id).listPart, manifest.objects.listParts)) {
		for await (const content of readObject(backup, row)) {
			bytes += content.length;
			onProgress("objects", bytes);
		}
		listed.add(`${row.orgId}/${row.storageKey}`);
	}
	if (listed.size !== manifest.objects.count)
		throw new DamagedBackupError("the list of objects is not what was written");
	const onDatabase = (done: number) => onProgress("database", done);
	const absent =
		manifest.engine === "sqlite"
			? await proveSqlite(backup, listed, onDatabase)
			: await provePostgres(backup, listed, onDatabase);
	const text = JSON.stringify({ verifiedAtMs: Date.now(), version });
	await place.write(pathsOf(manifest.id).proof, Buffer.from(text)).catch(() => undefined);
	return { database: { bytes: manifest.database.bytes }, objects: { count: listed.size, bytes, absent } };
}

type OnBytes = (bytes: number) => void;

/** Restores the database into a temporary folder, and checks it; returns the number of objects that are not listed. */
async function proveSqlite(backup: OpenBackup, listed: ReadonlySet<string>, onBytes: OnBytes): Promise<number> {
	if (dialect !== "sqlite") throw new SetupError("the backup is of SQLite: prove it without DATABASE_URL.");
	const folder = await mkdtemp(join(tmpdir(), "parley-verify-"));
	try {
		const path = join(folder, "parley.db");
		await restoreSqlite(backup, path, onBytes);
		const store = await openStore({ url: path });
		try {
			if ((await fitOf(store, openVault(backup.keys.encryptionKeys))) !== "fits")
				throw new DamagedBackupError("the keys of the backup do not open its database");
			return await countAbsent(store, listed);
		} finally {
			await store.close();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Reads every row; the database itself can only be restored where there is a server for it. */
async function provePostgres(backup: OpenBackup, listed: ReadonlySet<string>, onBytes: OnBytes): Promise<number> {
	const vault = openVault(backup.keys.encryptionKeys);
	let absent = 0;
	let isOpened = false;
	const onRow: Parameters<typeof visitRows>[1] = {
		blobs({ orgId, storageKey, state }) {
			if (state === "stored" && !listed.has(`${orgId}/${storageKey}`)) absent++;
		},
		service_state({ key, value }) {
			if (key === INSTALLATION_KEY) isOpened = opensWith(vault, value as InstallationRecord);
		},
	};
	await visitRows(backup, onRow, onBytes);
	if (!isOpened) throw new DamagedBackupError("the keys of the backup do not open its database");
	return absent;
}

async function countAbsent(store: Store, listed: ReadonlySet<string>): Promise<number> {
	let absent = 0;
	for await (const page of listStoredObjects(store, PAGE))
		absent += page.filter(({ orgId, storageKey }) => !listed.has(`${orgId}/${storageKey}`)).length;
	return absent;
}
