import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { SetupError } from "./setup-error.ts";

/**
 * Creates the data directory, for its owner only, unless there is one.
 * @throws SetupError that names `DATA_DIR` when there can be none
 */
export function makeDataDirectory(dataDir: string): void {
	const path = resolve(dataDir);
	try {
		mkdirSync(path, { recursive: true, mode: 0o700 });
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
		const reasons: Readonly<Record<string, string>> = {
			EEXIST: "it is a file",
			ENOTDIR: "part of the path is a file",
			EACCES: "the user parley runs as may not write there",
			EROFS: "the disk is read-only",
			ENOSPC: "the disk is full",
		};
		throw new SetupError(`DATA_DIR: the directory ${path} cannot be created: ${reasons[code] ?? code}.`, { cause });
	}
}
