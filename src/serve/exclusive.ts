import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { dialect } from "#db/dialect";
import { pathOf } from "#db/sqlite/connection";
import { type FileLock, isFileLocked, lockFile } from "#db/sqlite/file-lock";
import { AppError } from "#kernel/errors";
import type { Config } from "../config.ts";
import { maskUrl } from "../log/mask.ts";

/** A running server, as it has written itself down. */
export interface ServerNote {
	readonly pid: number;
	/** Unix ms. */
	readonly sinceMs: number;
}

const lockOf = (dataDir: string): string => join(dataDir, "server.lock");
/** For people: who holds the lock. A killed server leaves it behind, so it says nothing where the lock is free. */
const noteOf = (dataDir: string): string => join(dataDir, "server.pid");

/**
 * Takes the data folder for one server, and with SQLite the database file too, which another folder's server may be
 * pointed at. Every server believes its own caches, rate limits and running jobs; on Postgres several share a database,
 * each with a folder of its own. Makes the folder when it is missing.
 * @throws AppError with one line for the operator when another server has one of them; Error when a lock cannot be had
 */
export function claimForServing({ dataDir, databaseUrl }: Config): FileLock {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	const folder = lock(lockOf(dataDir));
	if (folder === null) {
		const who = describeServer(readNote(dataDir));
		throw inUse(`the data folder ${resolve(dataDir)} is in use by another server${who}`, "DATA_DIR to another folder");
	}
	const claimed: FileLock[] = [folder];
	const release = () => {
		rmSync(noteOf(dataDir), { force: true });
		for (const held of claimed.splice(0).reverse()) held.release();
	};
	try {
		writeFileSync(noteOf(dataDir), `${process.pid}\n`, { mode: 0o600 });
		if (dialect === "sqlite") {
			const database = lock(databaseLockOf(databaseUrl));
			if (database === null) {
				const name = maskUrl(databaseUrl);
				throw inUse(`the database ${name} is in use by another server`, "DATABASE_URL to another database");
			}
			claimed.push(database);
		}
	} catch (error) {
		release();
		throw error;
	}
	return { release };
}

/**
 * The server that runs on a data folder; null when there is none. Changes nothing.
 * @throws SQLite's error when the lock cannot be looked at
 */
export function findServer(dataDir: string): { readonly note: ServerNote | null } | null {
	return isFileLocked(lockOf(dataDir)) ? { note: readNote(dataDir) } : null;
}

/** ` (process 4711, since 2026-11-22T08:00:00.000Z)`; nothing where it is not known. */
export function describeServer(note: ServerNote | null): string {
	return note === null ? "" : ` (process ${note.pid}, since ${new Date(note.sinceMs).toISOString()})`;
}

function readNote(dataDir: string): ServerNote | null {
	try {
		const pid = Number(readFileSync(noteOf(dataDir), "utf8"));
		return pid > 0 ? { pid, sinceMs: statSync(noteOf(dataDir)).mtimeMs } : null;
	} catch {
		return null; // It is only a courtesy.
	}
}

function lock(path: string): FileLock | null {
	try {
		return lockFile(path);
	} catch (cause) {
		throw new Error(`${path} cannot be locked`, { cause });
	}
}

/** Beside the data file itself, whatever links lead to it, and whether it is there yet or not. */
function databaseLockOf(databaseUrl: string): string {
	const path = resolve(pathOf(databaseUrl));
	return `${realPathOf(path) ?? join(realPathOf(dirname(path)) ?? dirname(path), basename(path))}.lock`;
}

function realPathOf(path: string): string | null {
	try {
		return realpathSync(path);
	} catch {
		return null; // Not there: whoever opens it next says so.
	}
}

const inUse = (what: string, set: string): AppError =>
	new AppError("unavailable", `${what}; stop that one, or set ${set}.`);
