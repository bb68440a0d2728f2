import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { closeSync, openSync } from "node:fs";
import { chownLikeFolder } from "#kernel/chown";
import { createLruCache } from "#kernel/lru-cache";
import type { WriteResult } from "../compiled-query.ts";
import { removesWords } from "./removals.ts";

/** Returns the path in a database URL: `file:data.db`, `sqlite:///var/lib/data.db`, or already a path. */
export const pathOf = (url: string): string => url.replace(/^(?:sqlite|file):(?:\/\/)?/i, "").replace(/\?.*$/, "");

/** Creates a file that only its owner can read; SQLite gives its `-wal` and `-shm` the same mode. */
export function createPrivateFile(path: string): void {
	try {
		closeSync(openSync(path, "ax", 0o600));
		chownLikeFolder(path);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
		// An existing file is never opened here: closing it would release the locks of other connections to it.
	}
}

const COMMON = `
	PRAGMA temp_store = MEMORY;
	PRAGMA trusted_schema = OFF;
`;

/**
 * Opens the connection that writes. It never copies the log by itself: SQLite ignores the failures of that. Its page cache may take 64 MiB: with half of it, the pages at random places that each
 * create writes (name, slug, words, keys) are read again and again from 60,000 organizations on. `busyTimeoutMs` lets SQLite itself wait for other processes, blocking the event
 * loop.
 */
export function connectWriter(path: string, busyTimeoutMs: number): Database {
	createPrivateFile(path);
	const connection = new Database(path, { readwrite: true, create: true, strict: true });
	connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`); // Before the next statement, which may have to wait.
	connection.run(`
		PRAGMA journal_mode = WAL;
		PRAGMA synchronous = NORMAL;
		PRAGMA wal_autocheckpoint = 0;
		PRAGMA foreign_keys = ON;
		PRAGMA secure_delete = ON;
		PRAGMA journal_size_limit = 134217728;
		PRAGMA cell_size_check = ON;
		PRAGMA cache_size = -65536;
		${COMMON}
	`);
	return connection;
}

/**
 * Removes the statistics of ANALYZE, if a file has any: the plans are those that the tests have seen, whatever the tables
 * hold (decision 028). Open connections notice and plan again.
 */
export function removeStatistics(writer: Database): void {
	for (const name of ["sqlite_stat1", "sqlite_stat4"]) {
		const isThere = writer.query("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== null;
		if (isThere) writer.run(`DROP TABLE IF EXISTS ${name}`);
	}
}

/**
 * Opens a read-only connection: it never waits for the writer and never sees its open transaction. Pages are mapped into
 * memory and not checked cell by cell, as SQLite would do again at each access to a mapped page (decision
 * 028).
 */
export function connectReader(path: string): Database {
	const connection = new Database(path, { readonly: true, strict: true });
	connection.run(`PRAGMA busy_timeout = 5000; PRAGMA cache_size = -32768; PRAGMA mmap_size = 1073741824; ${COMMON}`);
	return connection;
}

/** Looks for damage in a file, which takes about a second for each GiB; returns the first found, null: none. */
export function findDamage(path: string): string | null {
	const connection = new Database(path, { readonly: true, strict: true });
	try {
		connection.run("PRAGMA busy_timeout = 5000; PRAGMA cell_size_check = ON");
		const result = connection.query("PRAGMA quick_check(1)").values()[0]?.[0];
		return result === "ok" ? null : String(result);
	} finally {
		connection.close();
	}
}

const MAX_STATEMENTS = 256;

interface Compiled {
	readonly statement: Statement<unknown, SQLQueryBindings[]>;
	readonly removes: boolean;
}

/**
 * Creates a cache of compiled statements on one connection; the least recently used beyond 256 is evicted.
 * @param onRemoval called before each statement that may remove words
 */
export function createStatementCache(connection: Database, onRemoval: () => void = () => undefined) {
	const known = createLruCache<Compiled>(MAX_STATEMENTS, ({ statement }) => statement.finalize());

	function compiled(text: string): Compiled["statement"] {
		let found = known.get(text);
		if (found === undefined) {
			found = { statement: connection.prepare<unknown, SQLQueryBindings[]>(text), removes: removesWords(text) };
			known.set(text, found);
		}
		if (found.removes) onRemoval();
		return found.statement;
	}

	return {
		/** Runs a statement that returns rows, whether or not it writes. */
		rows: (text: string, params: unknown[]): unknown[][] => compiled(text).values(...(params as SQLQueryBindings[])),
		/** Runs a statement that only writes. */
		write: (text: string, params: unknown[]): WriteResult => compiled(text).run(...(params as SQLQueryBindings[])),
		/** Forgets all statements: SQLite closes a connection only when none is left. */
		clear: () => known.clear(),
	};
}
