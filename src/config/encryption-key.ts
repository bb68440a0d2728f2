import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { parseKey } from "./parse.ts";

const hasCode = (error: unknown, code: string): boolean =>
	error instanceof Error && "code" in error && error.code === code;

/** Creates a key at `path` unless there is one. The file only appears once its content is complete and on disk. */
async function createKey(dataDir: string, path: string): Promise<void> {
	const draft = `${path}.${randomBytes(6).toString("hex")}`;
	const file = await open(draft, "wx", 0o600);
	try {
		await file.writeFile(`${randomBytes(32).toString("base64")}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
	try {
		// link() does not replace: of two processes that start at once, one wins and both read its key.
		await link(draft, path);
	} catch (error) {
		if (!hasCode(error, "EEXIST")) throw error;
	} finally {
		await unlink(draft);
	}
	const directory = await open(dataDir, "r");
	try {
		await directory.sync();
	} finally {
		await directory.close();
	}
}

/**
 * Returns the key for stored secrets: the configured one, otherwise `encryption.key` of the data directory, which is
 * created on first start. Processes that start concurrently use the same key.
 *
 * @returns 32 bytes.
 * @throws Error naming the file when it cannot be read or created, contains no key, or is accessible to other users.
 */
export async function loadOrCreateEncryptionKey(dataDir: string, configured?: Uint8Array): Promise<Uint8Array> {
	if (configured) return configured;
	const path = join(dataDir, "encryption.key");
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	const text = await readFile(path, "utf8").catch(async (error: unknown) => {
		if (!hasCode(error, "ENOENT")) throw error;
		await createKey(dataDir, path);
		return await readFile(path, "utf8");
	});
	const parsed = parseKey(text.trim());
	if ("error" in parsed) throw new Error(`${path}: ${parsed.error}`);
	const { mode } = await stat(path);
	if (mode & 0o077)
		throw new Error(`${path} is open to other users (mode ${(mode & 0o777).toString(8)}): chmod 600 it`);
	return parsed.value;
}
