import { hash } from "node:crypto";
import { SetupError } from "#kernel/setup-error";
import { type BackedUpKeys, type Openers, unlockKeys } from "./key-file.ts";
import { findNewest, isBackupId, type Manifest, pathsOf, readManifest, verifyManifest } from "./manifest.ts";
import type { Sealed } from "./objects.ts";
import type { BackupPlace } from "./place.ts";
import { createBackupSeal, DamagedBackupError } from "./seal.ts";

/** A backup that can be read. */
export interface OpenBackup extends Sealed {
	readonly manifest: Manifest;
	readonly keys: BackedUpKeys;
}

/**
 * Opens a backup: its manifest and its keys are those that were written.
 * @param id null: the newest
 * @throws SetupError when there is none, or nothing given opens it; DamagedBackupError
 */
export async function openBackup(place: BackupPlace, id: string | null, openers: Openers): Promise<OpenBackup> {
	if (id !== null && !isBackupId(id)) throw new SetupError(`"${id}" is not the id of a backup.`);
	const found = id === null ? await findNewest(place) : await readManifest(place, id);
	if (found === undefined)
		throw new SetupError(`${place.name} has no complete backup${id === null ? "" : ` with the id ${id}`}.`);
	const { manifest } = found;
	const path = pathsOf(manifest.id).keys;
	const file = await place.read(path);
	if (file === undefined) throw new DamagedBackupError(`${path} is missing`);
	if (hash("sha256", file, "hex") !== manifest.keys.sha256)
		throw new DamagedBackupError(`${path}, or the manifest beside it, is damaged`);
	const keys = await unlockKeys(file, manifest.keys.lock, openers);
	const seal = createBackupSeal(keys.backupKey);
	return { place, seal, keys, manifest: verifyManifest(seal, found) };
}
