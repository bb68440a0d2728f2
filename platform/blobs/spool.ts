import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { HOUR_MS } from "#kernel/clock";
import { asStorageError } from "./errors.ts";
import type { Spool } from "./ports.ts";

/** Age from which what another process left is removed: one server has a data directory, so it is gone. */
const LEFT_MS = HOUR_MS;

/** The spool, and its cleaning. */
export interface OwnedSpool extends Spool {
	/** Removes what a process that was killed has left. */
	clean(): Promise<void>;
}

/** Creates the spool, `spool/` in the data directory. */
export function createSpool(dataDir: string): OwnedSpool {
	const root = resolve(dataDir, "spool");
	/** Names of the directories of this process. */
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

		async clean() {
			const nowMs = Date.now(); // The times of files are those of the system.
			const names = await readdir(root).catch(() => []);
			for (const path of names.map((name) => join(root, name))) {
				const found = own.has(path) ? undefined : await stat(path).catch(() => undefined);
				if (found !== undefined && found.mtimeMs < nowMs - LEFT_MS) await rm(path, { recursive: true, force: true });
			}
		},
	};
}

async function make(root: string): Promise<string> {
	await mkdir(root, { recursive: true, mode: 0o700 });
	return mkdtemp(join(root, "tmp-"));
}
