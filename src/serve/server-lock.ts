import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { dialect } from "#db/dialect";
import { pathOf } from "#db/sqlite/connection";
import { type FileLock, isFileLocked, lockFile, lockFileOfData } from "#db/sqlite/file-lock";
import { makeDataDirectory } from "#kernel/data-directory";
import { denialOf } from "#kernel/denial";
import { AppError } from "#kernel/errors";
import { inEnglish } from "#kernel/texts";
import type { Config } from "../config.ts";
import { maskUrl } from "../log/mask.ts";

/** A running server, as recorded in its pid file. */
export interface ServerInfo {
	readonly pid: number;
	/** Unix ms. */
	readonly sinceMs: number;
}

const lockFileOf = (dataDir: string): string => join(dataDir, "server.lock");
/**
 * Returns the path of the pid file, which tells people who holds the lock. A killed server leaves the file behind, so
 * it is meaningless unless the lock is held.
 */
const pidFileOf = (dataDir: string): string => join(dataDir, "server.pid");

/**
 * Locks the data directory for one server, and with SQLite also the database file, which the server of another
 * directory may be configured to use. Every server relies on its own caches, rate limits and running jobs; on Postgres
 * several share a database, each with its own directory. Creates the directory when it is missing.
 * @throws AppError with one line for the operator when another server holds one of the locks; SetupError when this process
 * may not take one; Error when a lock cannot be taken otherwise
 */
export function acquireServerLocks({ dataDir, databaseUrl }: Config): FileLock {
	makeDataDirectory(dataDir);
	const folder = lock(lockFileOf(dataDir), "DATA_DIR");
	if (folder === null) {
		const who = describeServer(readServerInfo(dataDir));
		throw inUse(`the data folder ${resolve(dataDir)} is in use by another server${who}`, "DATA_DIR to another folder");
	}
	const acquired: FileLock[] = [folder];
	const release = () => {
		rmSync(pidFileOf(dataDir), { force: true });
		for (const held of acquired.splice(0).reverse()) held.release();
	};
	try {
		writeFileSync(pidFileOf(dataDir), `${process.pid}\n`, { mode: 0o600 });
		if (dialect === "sqlite") {
			const database = lockDatabaseFile(databaseUrl);
			if (database === null) {
				const name = maskUrl(databaseUrl);
				throw inUse(`the database ${name} is in use by another server`, "DATABASE_URL to another database");
			}
			acquired.push(database);
		}
	} catch (error) {
		release();
		throw error;
	}
	return { release };
}

/**
 * Locks a SQLite file, which may not exist yet, as a server does; null when a server has it.
 * @throws Error when the lock cannot be taken
 */
export const lockDatabaseFile = (databaseUrl: string): FileLock | null => lock(lockFileOfData(pathOf(databaseUrl)));

/**
 * Returns the server that runs on a data directory; null when there is none. Changes nothing.
 * @throws SQLite's error when the lock cannot be checked
 */
export function findServer(dataDir: string): { readonly note: ServerInfo | null } | null {
	return isFileLocked(lockFileOf(dataDir)) ? { note: readServerInfo(dataDir) } : null;
}

/** Formats a server: ` (process 4711, since 2026-11-22T08:00:00.000Z)`; empty when it is unknown. */
export function describeServer(note: ServerInfo | null): string {
	return note === null ? "" : ` (process ${note.pid}, since ${new Date(note.sinceMs).toISOString()})`;
}

function readServerInfo(dataDir: string): ServerInfo | null {
	try {
		const pid = Number(readFileSync(pidFileOf(dataDir), "utf8"));
		return pid > 0 ? { pid, sinceMs: statSync(pidFileOf(dataDir)).mtimeMs } : null;
	} catch {
		return null; // It is only informative.
	}
}

function lock(path: string, variable?: string): FileLock | null {
	try {
		return lockFile(path);
	} catch (cause) {
		throw denialOf(path, "change", variable) ?? new Error(`${path} cannot be locked`, { cause });
	}
}

const inUse = (what: string, set: string): AppError =>
	new AppError("unavailable", inEnglish(`${what}; stop that one, or set ${set}.`));
