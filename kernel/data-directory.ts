import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { SetupError } from "./setup-error.ts";

const REASONS: Readonly<Record<string, string>> = {
	EEXIST: "it is a file, or a symbolic link that leads nowhere",
	ENOTDIR: "part of the path is a file",
	EACCES: "the user parley runs as may not write there",
	EROFS: "the disk is read-only",
	ENOSPC: "the disk is full",
	ELOOP: "its symbolic links lead in a circle",
};

/** Returns why a folder cannot be created or written to, in the words of operators. */
export function describeFolderError(cause: unknown): string {
	const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
	return REASONS[code] ?? code;
}

/**
 * Creates the data directory, for its owner only, unless there is one.
 * @throws SetupError that names `DATA_DIR` when there can be none
 */
export function makeDataDirectory(dataDir: string): void {
	const path = resolve(dataDir);
	try {
		mkdirSync(path, { recursive: true, mode: 0o700 });
	} catch (cause) {
		throw new SetupError(`DATA_DIR: the directory ${path} cannot be created: ${describeFolderError(cause)}.`, {
			cause,
		});
	}
}
