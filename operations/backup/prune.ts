import { DAY_MS } from "#kernel/clock";
import { OVERLAP_MS } from "./after-restore.ts";
import { newestIn } from "./journal.ts";
import { listBackupIds, type Manifest, pathsOf, readManifest, verifyManifest } from "./manifest.ts";
import { listedObjects, type Sealed } from "./objects.ts";
import type { BackupPlace } from "./place.ts";

/** Age from which a backup without a manifest, or an object that no backup has, is not one in the making, in ms. */
const ABANDONED_MS = DAY_MS;

/** What {@link prune} has removed. */
export interface Pruned {
	/** Ids of backups, those included that were never finished. */
	readonly backups: readonly string[];
	readonly objectFiles: number;
}

/**
 * Removes backups that are older than they are kept, and the objects that no other backup has. The newest one stays.
 * @param keepMs for how long backups are kept, in ms
 * @throws DamagedBackupError when a backup that stays cannot be read; nothing is removed then
 */
export async function prune({ place, seal }: Sealed, keepMs: number, nowMs: number): Promise<Pruned> {
	const kept: Manifest[] = [];
	const backups: string[] = [];
	for (const id of (await listBackupIds(place)).reverse()) {
		const isOld = madeAtMs(id) < nowMs - keepMs;
		const found = await readManifest(place, id).catch((error: unknown) => {
			if (!isOld) throw error;
			return undefined;
		});
		if (found && (!isOld || kept.length === 0))
			kept.push(found.manifest.keyId === seal.keyId ? verifyManifest(seal, found) : found.manifest);
		else if (found || isOld || madeAtMs(id) < nowMs - ABANDONED_MS) backups.push(id);
	}
	if (backups.length === 0) return { backups, objectFiles: 0 };
	const needed = await neededObjects({ place, seal }, kept);
	for (const id of backups) await removeBackup({ place, seal }, id);
	const keyIds = new Set(kept.map(({ keyId }) => keyId));
	let objectFiles = 0;
	for await (const { path, changedAtMs } of place.list("objects")) {
		const [, keyId = "", orgId, file = ""] = path.split("/");
		const isNeeded = keyId === seal.keyId ? needed.has(`${orgId}/${file.split(".", 1)[0]}`) : keyIds.has(keyId);
		if (isNeeded || changedAtMs > nowMs - ABANDONED_MS) continue;
		await place.remove(path);
		objectFiles++;
	}
	await removeJournals(place, kept);
	return { backups, objectFiles };
}

/** Returns when a backup was begun, Unix ms. */
export const madeAtMs = (id: string): number =>
	Date.parse(id.slice(0, 18).replace(/(\d\d)(\d\d)(\d\d)Z$/, "$1:$2:$3Z"));

/** Removes files of the journal that tell only of what was removed before the first backup that is kept. */
async function removeJournals(place: BackupPlace, kept: readonly Manifest[]): Promise<void> {
	const neededMs = Math.min(...kept.map(({ takenAtMs }) => takenAtMs)) - OVERLAP_MS;
	for await (const { path } of place.list("removals")) if (newestIn(path) < neededMs) await place.remove(path);
}

async function neededObjects(sealed: Sealed, manifests: readonly Manifest[]): Promise<ReadonlySet<string>> {
	const needed = new Set<string>();
	for (const { id, keyId, objects } of manifests) {
		if (keyId !== sealed.seal.keyId) continue;
		for await (const { orgId, storageKey } of listedObjects(sealed, pathsOf(id).listPart, objects.listParts))
			needed.add(`${orgId}/${storageKey}`);
	}
	return needed;
}

/** Removes a backup; its manifest first, so that nobody takes the rest for a whole one. */
async function removeBackup({ place }: Sealed, id: string): Promise<void> {
	await place.remove(pathsOf(id).manifest);
	for await (const { path } of place.list(pathsOf(id).folder)) await place.remove(path);
}
