import { Database } from "bun:sqlite";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../errors.ts";
import { createPrivateFile } from "./connection.ts";

/** A lock held by this process. */
export interface FileLock {
	/** Releases the lock; the file stays. It is also released when the process ends, in any way. */
	release(): void;
}

/** Maximum wait for a process that only checks whether the file is locked. */
const BUSY_TIMEOUT_MS = 500;

/**
 * Locks a file, created empty when it is missing. The lock is SQLite's own, on an empty database: it is held by the
 * kernel, so nothing is left of it after a kill, and by the file itself, so that every path to the file is the same
 * lock; SQLite also denies it to a second caller in the same process. Nothing else in this process may open the file:
 * POSIX releases a lock when any descriptor of its file is closed.
 * @returns null when it is held already
 * @throws the system's or SQLite's error when the file cannot be created or locked
 */
export function lockFile(path: string): FileLock | null {
	createPrivateFile(path);
	const connection = new Database(path, { readwrite: true });
	try {
		connection.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
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
 * Whether a process holds the lock. Locks the file for a moment, which {@link lockFile} waits out, and creates no file.
 * @throws SQLite's error when the file cannot be read
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

/**
 * Returns the path of the lock that the server of a data file holds, beside the file itself: resolves links, whether or not
 * the file exists yet.
 */
export function lockFileOfData(path: string): string {
	const absolute = resolve(path);
	return `${realPathOf(absolute) ?? join(realPathOf(dirname(absolute)) ?? dirname(absolute), basename(absolute))}.lock`;
}

function realPathOf(path: string): string | null {
	try {
		return realpathSync(path);
	} catch {
		return null; // Missing: opening it will report the error.
	}
}

const isBusy = (error: unknown): boolean => errorCode(error)?.startsWith("SQLITE_BUSY") === true;
