import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { dialect } from "#db/dialect";
import { asyncPostgres } from "#db/postgres/session";
import { asyncSqlite } from "#db/sqlite/session";
import { statementsOf } from "#db/statement";
import type { Db } from "#db/store";
import { listenToStatements } from "#db/trace";
import { readVariable } from "#kernel/env";

/**
 * Environment variable: the folder in which the texts of the program's statements are collected, one subfolder for each
 * engine and in it one file for each process. Without it nothing is collected.
 */
export const STATEMENTS_FOLDER = "PARLEY_TEST_STATEMENTS";

const seen = new Set<string>();
let isTest = false;

/** Collects the statements that run from now on; returns the function that ends it. */
export function collectStatements(): () => void {
	const folder = readVariable(STATEMENTS_FOLDER);
	if (folder === undefined) return () => undefined;
	const ofEngine = join(folder, dialect);
	mkdirSync(ofEngine, { recursive: true });
	const file = join(ofEngine, `${process.pid}.jsonl`);
	return listenToStatements(({ text }) => {
		if (isTest || seen.has(text)) return;
		seen.add(text);
		appendFileSync(file, `${JSON.stringify(text)}\n`);
	});
}

function quietly<T>(run: () => T): T {
	isTest = true;
	try {
		return run();
	} finally {
		isTest = false;
	}
}

/** Returns the same query builder for a test's own statements, which are not collected. */
export function uncollected(db: Db): Db {
	const { rows, write } = statementsOf(db);
	const quiet = {
		rows: (...args: Parameters<typeof rows>) => quietly(() => rows(...args)),
		write: (...args: Parameters<typeof write>) => quietly(() => write(...args)),
	};
	return dialect === "sqlite" ? asyncSqlite(quiet) : asyncPostgres(quiet);
}
