import type { ReadDb, Store } from "#db/store";
import { putServiceState, readServiceState } from "#platform/service-state";

/** The last complete backup, as the database remembers it. */
export interface BackupNote {
	readonly id: string;
	/** Where it is, without secrets. */
	readonly place: string;
	/** Unix ms: every write that was acknowledged earlier is in it. */
	readonly takenAtMs: number;
	/** Size of its database and objects. */
	readonly bytes: number;
}

const KEY = "backup.last";

/** Returns the last complete backup; undefined when none was made. */
export const readBackupNote = async (db: ReadDb): Promise<BackupNote | undefined> =>
	(await readServiceState(db, KEY)) as BackupNote | undefined;

/** Remembers a backup as the last one. */
export async function noteBackup(store: Store, note: BackupNote, nowMs: number): Promise<void> {
	await store.writing("backup.note").tx((tx) => putServiceState(tx, KEY, note, nowMs));
}
