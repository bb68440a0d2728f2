import { readFile } from "node:fs/promises";
import { createBackupFolder } from "#adapters/backup-folder";
import { SetupError } from "#kernel/setup-error";
import type { Lock, Openers } from "#operations/backup/key-file";
import type { BackupPlace } from "#operations/backup/place";
import { parseBackupPlace } from "./config/backup-place.ts";
import type { Config } from "./config.ts";

/**
 * Opens a place for backups.
 * @param given folder, or `s3://<bucket>/<prefix>`; undefined: what is configured
 * @throws SetupError when there is neither, it is none, or a bucket is not configured
 */
export async function openPlace({ backup, dataDir }: Config, given: string | undefined): Promise<BackupPlace> {
	const to = given ?? backup.to;
	if (to === undefined)
		throw new SetupError("BACKUP_TO: no place for backups is configured; set it, or name one with --to or --from.");
	const parsed = parseBackupPlace(to, dataDir);
	if ("error" in parsed) throw new SetupError(`this is no place for backups: ${parsed.error}.`);
	if ("folder" in parsed.value) return createBackupFolder(parsed.value.folder);
	if (backup.s3 === undefined)
		throw new SetupError("BACKUP_S3_ENDPOINT: a bucket needs its endpoint and keys (BACKUP_S3_*, or those of S3_*).");
	// Loaded only by installations that have a bucket.
	const { createBackupBucket } = await import("#adapters/backup-s3");
	const { bucket, prefix } = parsed.value;
	return createBackupBucket({ ...backup.s3, bucket }, prefix);
}

/** Returns who can open backups. @throws SetupError when nobody is configured */
export function configuredLock({ backup }: Config): Lock {
	if (backup.passphrase !== undefined) return { passphrase: backup.passphrase };
	if (backup.recipients.length > 0) return { recipients: backup.recipients };
	throw new SetupError(
		"BACKUP_PASSPHRASE: a backup contains the encryption key, so it needs a passphrase, or age recipients (BACKUP_RECIPIENTS).",
	);
}

/**
 * Returns what opens backups.
 * @param identityFile file with identities of age, one in a line
 * @throws SetupError when the file cannot be read, or has none
 */
export async function configuredOpeners({ backup }: Config, identityFile: string | undefined): Promise<Openers> {
	const { passphrase, identity } = backup;
	if (identityFile === undefined) return { passphrase, identities: identity === undefined ? [] : [identity] };
	const text = await readFile(identityFile, "utf8").catch((cause: unknown) => {
		throw new SetupError(`the file ${identityFile} cannot be read.`, { cause });
	});
	const identities = text
		.split("\n")
		.map((line) => line.trim())
		.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
	if (identities.length === 0) throw new SetupError(`${identityFile} contains no identity (AGE-SECRET-KEY-…).`);
	return { passphrase, identities };
}
