import { existsSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { KeyRing } from "#kernel/key-ring";
import { keyFileOf, readKeyFile, replaceKeyFile } from "../keys/encryption-key.ts";
import type { Installation } from "./installation.ts";

/** Ends of the names of the files that SQLite takes for a part of the database beside them. */
const LOGS = ["-wal", "-shm", "-journal"] as const;

/** What tells whether an installation has a key file, and where. */
type KeyFileOf = Pick<Installation, "dataDir" | "encryptionKeys">;

const replacedNow = (): string => `replaced-${new Date().toISOString().replace(/[:.]/g, "")}`;

const encode = (key: Uint8Array): string => Buffer.from(key).toString("base64");

/**
 * Lets the key file open a restored database as well as the one that is there, whichever of them is there if this process
 * is killed. Keys of others that were there are kept in a file beside it. Does nothing with configured keys.
 */
export async function addKeys({ dataDir, encryptionKeys }: KeyFileOf, keys: KeyRing): Promise<void> {
	if (encryptionKeys !== undefined) return;
	const path = keyFileOf(dataDir);
	const known = await readKeyFile(path);
	if (known === null) return replaceKeyFile(path, keys);
	const added = keys.filter((key) => !known.some((other) => encode(other) === encode(key)));
	if (known.length > keys.length - added.length) await replaceKeyFile(`${path}.${replacedNow()}`, known);
	if (added.length > 0) await replaceKeyFile(path, [...known, ...added]);
}

/** Leaves the keys of the restored database alone in the key file, once it is in place. */
export async function settleKeys({ dataDir, encryptionKeys }: KeyFileOf, keys: KeyRing): Promise<void> {
	if (encryptionKeys === undefined) await replaceKeyFile(keyFileOf(dataDir), keys);
}

/**
 * Puts a restored database in the place of the one that is there, or was: its logs are put apart too, which SQLite would
 * replay onto any file of that name. Returns where the former database is now; null when there was none.
 */
export async function putInPlace(installation: Installation, fresh: string, target: string): Promise<string | null> {
	const kept = `${target}.${replacedNow()}`;
	const isThere = existsSync(target);
	if (isThere) {
		// Copies its log into it, which is then empty.
		const settled = await installation.openDatabase().catch(() => null);
		await settled?.close();
		await link(target, kept);
	}
	for (const end of LOGS) if (existsSync(target + end)) await rename(target + end, kept + end);
	await removeLogs(fresh);
	await rename(fresh, target);
	const folder = await open(dirname(target), "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
	return isThere ? kept : null;
}

/** Removes what a restore that was killed has left of its database. */
export async function removeDatabase(path: string): Promise<void> {
	await rm(path, { force: true });
	await removeLogs(path);
}

async function removeLogs(path: string): Promise<void> {
	for (const end of LOGS) await rm(path + end, { force: true });
}
