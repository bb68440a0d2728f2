import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { createBackupFolder } from "#adapters/backup-folder";
import { type OpenBackup, openBackup } from "#operations/backup/open";
import { verifyBackup } from "#operations/backup/verify";
import { VERSION } from "#src/version";

/** Somebody for whom backups can be made: quicker than a passphrase. */
export interface Recipient {
	readonly identity: string;
	readonly recipient: string;
}

/** Makes the identity of a recipient. */
export async function makeRecipient(): Promise<Recipient> {
	const identity = await generateX25519Identity();
	return { identity, recipient: await identityToRecipient(identity) };
}

/** Opens the newest backup of a folder. @throws the errors of `openBackup` */
export const openNewest = (folder: string, { identity }: Recipient): Promise<OpenBackup> =>
	openBackup(createBackupFolder(folder), null, { passphrase: undefined, identities: [identity] });

/** Proves the newest backup of a folder; returns null, or why it cannot be restored. */
export async function proofOf(folder: string, recipient: Recipient): Promise<string | null> {
	try {
		await verifyBackup(await openNewest(folder, recipient), { version: VERSION, onProgress: () => undefined });
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Returns the paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile());

/** Changes one bit of a file; returns a function that changes it back. */
export function flipBit(path: string, at: number): () => void {
	const original = readFileSync(path);
	const changed = Buffer.from(original);
	changed.writeUInt8((changed[at] ?? 0) ^ (1 << (at % 8)), at);
	writeFileSync(path, changed);
	return () => writeFileSync(path, original);
}
