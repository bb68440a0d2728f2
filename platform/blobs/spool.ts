import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { chownLikeFolder } from "#kernel/chown";
import { asStorageError } from "./errors.ts";
import type { Spool } from "./ports.ts";

/** Creates the spool, `spool/` in the data directory. */
export function createSpool(dataDir: string): Spool {
	const root = resolve(dataDir, "spool");
	/** Paths of the directories of this process. */
	const own = new Set<string>();
	return {
		async directory() {
			const path = await make(root).catch((error: unknown) => {
				throw asStorageError(error);
			});
			own.add(path);
			return {
				path,
				async close() {
					await rm(path, { recursive: true, force: true });
					own.delete(path);
				},
			};
		},

		async empty() {
			const names = await readdir(root).catch(() => []);
			for (const path of names.map((name) => join(root, name)))
				if (!own.has(path)) await rm(path, { recursive: true, force: true });
		},
	};
}

async function make(root: string): Promise<string> {
	if ((await mkdir(root, { recursive: true, mode: 0o700 })) !== undefined) chownLikeFolder(root);
	return mkdtemp(join(root, "tmp-"));
}
