import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { errorCode } from "../errors.ts";
import { createPrivate } from "./connection.ts";

/** A lock this process holds. */
export interface FileLock {
	/** Gives it up; the file stays. The end of the process, however it comes, does so too. */
	release(): void;
}

/** How long to wait for whoever only looks whether the file is locked. */
const PATIENCE_MS = 500;

/**
 * Locks a file, made empty when it is missing. The lock is SQLite's own, on an empty database: the kernel's, so that
 * nothing is left of it after a kill, and by the file itself, so that every path to it is the same lock; SQLite also
 * refuses it to a second one in the same process. Nothing else in this process may open the file: POSIX drops a lock when
 * any descriptor of its file is closed.
 * @returns null when it is held already
 * @throws the system's or SQLite's error when the file cannot be made or locked
 */
export function lockFile(path: string): FileLock | null {
	createPrivate(path);
	const connection = new Database(path, { readwrite: true });
	try {
		connection.run(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
		connection.run("BEGIN EXCLUSIVE");
	} catch (error) {
		connection.close();
		if (isBusy(error)) return null;
		throw error;
	}
	return {
		release() {
			connection.run("ROLLBACK");
			connection.close();
		},
	};
}

/**
 * Whether a process holds the lock. Looks for a moment, which {@link lockFile} waits for, and makes no file.
 * @throws SQLite's error when the file cannot be looked at
 */
export function isFileLocked(path: string): boolean {
	if (!existsSync(path)) return false;
	const connection = new Database(path, { readonly: true });
	try {
		connection.query("SELECT 1 FROM sqlite_schema").get();
		return false;
	} catch (error) {
		if (isBusy(error)) return true;
		throw error;
	} finally {
		connection.close();
	}
}

const isBusy = (error: unknown): boolean => errorCode(error)?.startsWith("SQLITE_BUSY") === true;
