import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { closeSync, openSync } from "node:fs";
import { createLruCache } from "#kernel/lru-cache";
import type { WriteResult } from "../compiled-query.ts";

/** Returns the path in a database URL: `file:data.db`, `sqlite:///var/lib/data.db`, or already a path. */
export const pathOf = (url: string): string => url.replace(/^(?:sqlite|file):(?:\/\/)?/i, "").replace(/\?.*$/, "");

/** Creates a file that only its owner can read; SQLite gives its `-wal` and `-shm` the same mode. */
export function createPrivateFile(path: string): void {
	try {
		closeSync(openSync(path, "ax", 0o600));
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
		// An existing file is never opened here: closing it would release the locks of other connections to it.
	}
}

const COMMON = `
	PRAGMA temp_store = MEMORY;
	PRAGMA cache_size = -32768;
	PRAGMA trusted_schema = OFF;
	PRAGMA cell_size_check = ON;
`;

/**
 * Opens the connection that writes. `busyTimeoutMs` lets SQLite itself wait for other processes, blocking the event
 * loop.
 */
export function connectWriter(path: string, busyTimeoutMs: number): Database {
	createPrivateFile(path);
	const connection = new Database(path, { readwrite: true, create: true, strict: true });
	connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`); // Before the next statement, which may have to wait.
	connection.run(`
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = NORMAL;
		PRAGMA foreign_keys = ON;
		PRAGMA secure_delete = ON;
		PRAGMA journal_size_limit = 134217728;
		${COMMON}
	`);
	return connection;
}

/** Opens a read-only connection: it never waits for the writer and never sees its open transaction. */
export function connectReader(path: string): Database {
	const connection = new Database(path, { readonly: true, strict: true });
	connection.run(`PRAGMA busy_timeout = 5000; PRAGMA mmap_size = 1073741824; ${COMMON}`);
	return connection;
}

const MAX_STATEMENTS = 256;

/** Creates a cache of compiled statements on one connection; the least recently used beyond 256 is evicted. */
export function createStatementCache(connection: Database) {
	const known = createLruCache<Statement<unknown, SQLQueryBindings[]>>(MAX_STATEMENTS, (statement) =>
		statement.finalize(),
	);

	function compiled(text: string): Statement<unknown, SQLQueryBindings[]> {
		let statement = known.get(text);
		if (statement === undefined) {
			statement = connection.prepare<unknown, SQLQueryBindings[]>(text);
			known.set(text, statement);
		}
		return statement;
	}

	return {
		/** Runs a statement that returns rows, whether or not it writes. */
		rows: (text: string, params: unknown[]): unknown[][] => compiled(text).values(...(params as SQLQueryBindings[])),
		/** Runs a statement that only writes. */
		write: (text: string, params: unknown[]): WriteResult => compiled(text).run(...(params as SQLQueryBindings[])),
	};
}
