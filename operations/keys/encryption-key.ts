import { randomBytes } from "node:crypto";
import { link, open, readdir, readFile, rename, rm, stat, unlink } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { chownLikeFolder } from "#kernel/chown";
import { denialOf } from "#kernel/denial";
import { type KeyRing, parseKeys } from "#kernel/key-ring";

const hasCode = (error: unknown, code: string): boolean =>
	error instanceof Error && "code" in error && error.code === code;

/** Returns the path of the key file of a data directory. */
export const keyFileOf = (dataDir: string): string => resolve(dataDir, "encryption.key");

/** Creates a random key. */
export const newKey = (): Uint8Array => new Uint8Array(randomBytes(32));

/**
 * Writes keys to a file for its owner only, one in a line. The file appears under its name only once its content is
 * complete and on disk; then so is its name.
 * @param place puts the complete draft under its name
 */
async function writeKeys(path: string, keys: KeyRing, place: (draft: string) => Promise<void>): Promise<void> {
	const draft = `${path}.${randomBytes(6).toString("hex")}`;
	try {
		const file = await open(draft, "wx", 0o600);
		try {
			await file.writeFile(keys.map((key) => `${Buffer.from(key).toString("base64")}\n`).join(""));
			chownLikeFolder(draft);
			await file.sync();
		} finally {
			await file.close();
		}
		await place(draft);
	} finally {
		await unlink(draft).catch(() => undefined);
	}
	const directory = await open(dirname(path), "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}

/** Creates a key file with a new key unless there is one: of processes that start at once, one wins. */
export const createKeyFile = (path: string): Promise<void> =>
	// link() does not replace.
	writeKeys(path, [newKey()], (draft) =>
		link(draft, path).catch((error: unknown) => {
			if (!hasCode(error, "EEXIST")) throw error;
		}),
	);

/** Replaces the keys of a key file, or creates it: at any moment it has the old or the new ones. */
export const replaceKeyFile = (path: string, keys: KeyRing): Promise<void> =>
	writeKeys(path, keys, (draft) => rename(draft, path));

/** A draft is in use for milliseconds; one older than this, in ms, was left behind by a process that was killed. */
const DRAFT_IS_STALE_MS = 60_000;

/**
 * Removes the drafts that killed processes have left beside a key file: one may be a second copy of a key that is
 * believed to be gone later. Only to be called once the keys in use are known to be elsewhere.
 */
export async function removeKeyDrafts(path: string): Promise<void> {
	for (const name of await readdir(dirname(path))) {
		if (!isDraft(name, basename(path))) continue;
		const draft = join(dirname(path), name);
		const madeAtMs = await stat(draft)
			.then(({ mtimeMs }) => mtimeMs)
			.catch(() => Number.POSITIVE_INFINITY);
		if (Date.now() - madeAtMs >= DRAFT_IS_STALE_MS) await rm(draft, { force: true });
	}
}

const isDraft = (name: string, keyFile: string): boolean =>
	name.startsWith(`${keyFile}.`) && /^[0-9a-f]{12}$/.test(name.slice(keyFile.length + 1));

/**
 * Reads the keys of a key file; null when there is none.
 * @throws SetupError when this process may not read it; Error naming the file when it contains no key, or is accessible to
 * other users
 */
export async function readKeyFile(path: string): Promise<KeyRing | null> {
	const text = await readFile(path, "utf8").catch((error: unknown) => {
		if (hasCode(error, "ENOENT")) return null;
		throw denialOf(path, "read") ?? error;
	});
	if (text === null) return null;
	const parsed = parseKeys(text.trim().split(/\s+/));
	if ("error" in parsed) throw new Error(`${path}: ${parsed.error}`);
	const { mode } = await stat(path);
	if (mode & 0o077)
		throw new Error(`${path} is accessible to other users (mode ${(mode & 0o777).toString(8)}): run chmod 600 on it`);
	return parsed.value;
}
