import { denialOf } from "#kernel/denial";
import { lowerPriority } from "#kernel/priority";
import { makeBackup, type OnProgress } from "#operations/backup/make";
import { openBackup } from "#operations/backup/open";
import { restoreBackup } from "#operations/backup/restore";
import { verifyBackup } from "#operations/backup/verify";
import { configuredLock, configuredOpeners, openPlace } from "../backups.ts";
import { parseBackupPlace } from "../config/backup-place.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../version.ts";
import { installationOf } from "./installation.ts";
import { assertInstalled } from "./installed.ts";
import { createProgressBar } from "./progress-bar.ts";
import { print, printError, printJson } from "./terminal.ts";

/** Priority of a process that makes a backup. */
const NICE = 10;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
const at = (ms: number): string => new Date(ms).toISOString();

/** @throws SetupError for a folder in which this process may not write */
function assertWritable({ backup, dataDir }: Config, to = backup.to ?? ""): void {
	const parsed = parseBackupPlace(to, dataDir);
	const denial =
		"value" in parsed && "folder" in parsed.value ? denialOf(parsed.value.folder, "change", "BACKUP_TO") : null;
	if (denial) throw denial;
}

/** Shows how far something is, on a terminal. */
async function withProgress<T>(work: (onProgress: OnProgress) => Promise<T>): Promise<T> {
	const bars = {
		database: createProgressBar(process.stderr, "database"),
		objects: createProgressBar(process.stderr, "objects"),
	};
	try {
		return await work((what, bytes) => bars[what].show(bytes, null));
	} finally {
		bars.objects.clear();
	}
}

/** Runs `parley backup`. @throws the errors of `makeBackup` */
export async function backUp(
	config: Config,
	{ to, prune, json }: { readonly to?: string; readonly prune?: true; readonly json?: true },
): Promise<void> {
	await assertInstalled(config);
	const place = await openPlace(config, to);
	assertWritable(config, to);
	const lock = configuredLock(config);
	// Whoever waits for an answer comes first.
	lowerPriority(NICE);
	const target = { place, lock, keepMs: prune ? config.backup.keepMs : null };
	const { manifest, database, objects, pruned } = await withProgress((onProgress) =>
		makeBackup(installationOf(config), target, onProgress),
	);
	const { count, bytes, newCount, newBytes, missing } = objects;
	if (json) {
		await printJson({
			id: manifest.id,
			place: place.name,
			takenAt: at(manifest.takenAtMs),
			database: { bytes: database.bytes, storedBytes: database.storedBytes },
			objects: { count, bytes, newCount, newBytes, missing },
			pruned,
		});
	} else {
		await print(`${manifest.id} in ${place.name}\n`);
		await printError(
			`It contains every change acknowledged before ${at(manifest.takenAtMs)}: a database of ${megabytes(database.bytes)}, and ${count} objects of ${megabytes(bytes)}, of which ${newCount} (${megabytes(newBytes)}) are new there.\n`,
		);
		if (pruned && pruned.backups.length > 0)
			await printError(
				`${pruned.backups.length} older backups were removed, and ${pruned.objectFiles} files of objects.\n`,
			);
	}
	if (missing.length > 0)
		await printError(
			`parley: ${missing.length} stored objects are missing, such as ${missing[0]}: run parley doctor.\n`,
		);
}

/** Options of `parley restore`. */
interface RestoreOptions {
	readonly from?: string;
	readonly backup?: string;
	readonly identity?: string;
	readonly verify?: true;
	readonly replace?: true;
	readonly json?: true;
}

/** Runs `parley restore`. @throws the errors of `openBackup`, `verifyBackup` and `restoreBackup` */
export async function restore(config: Config, options: RestoreOptions): Promise<void> {
	const place = await openPlace(config, options.from);
	const backup = await openBackup(place, options.backup ?? null, await configuredOpeners(config, options.identity));
	const { id, takenAtMs } = backup.manifest;
	const of = { id, place: place.name, takenAt: at(takenAtMs) };
	if (options.verify) {
		const proof = await withProgress((onProgress) => verifyBackup(backup, { version: VERSION, onProgress }));
		if (options.json) return printJson({ ...of, ...proof });
		const { database, objects } = proof;
		await print(`${id} can be restored.\n`);
		const note =
			objects.absent === 0 ? "" : ` ${objects.absent} objects of the database were missing when it was made.`;
		return printError(
			`It contains every change acknowledged before ${of.takenAt}: a database of ${megabytes(database.bytes)}, and ${objects.count} objects of ${megabytes(objects.bytes)}.${note}\n`,
		);
	}
	const replace = options.replace === true;
	const restored = await withProgress((onProgress) =>
		restoreBackup(installationOf(config), backup, { replace, onProgress }),
	);
	if (options.json) return printJson({ ...of, ...restored });
	const { objects, removals, replaced } = restored;
	await print(`${id} is restored.\n`);
	await printError(
		`Every change acknowledged before ${of.takenAt} is there, with ${objects.count} objects, of which ${objects.copied} were copied. All users must sign in again.\n${removals.count === 0 ? "" : `${removals.count} items deleted after the backup are deleted again.\n`}${replaced === null ? "" : `The database that was there is ${replaced}.\n`}`,
	);
	if (removals.unreadable.length > 0)
		await printError(
			`parley: the deletions after the backup are not completely known: ${removals.unreadable.length} files are damaged, such as ${removals.unreadable[0]}.\n`,
		);
}
