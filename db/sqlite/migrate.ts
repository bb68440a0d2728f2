import type { Database } from "bun:sqlite";
import {
	type AppliedMigration,
	checksumOf,
	type Migration,
	migrations,
	pendingMigrations,
	statementsOf,
} from "../migrations.ts";

/** Returns the migrations applied to a file, oldest first; none when it has no record of them. */
export function appliedToSqlite(connection: Database): AppliedMigration[] {
	const recorded = connection.query("SELECT 1 FROM sqlite_schema WHERE name = '_migrations'").get();
	if (recorded === null) return [];
	return connection.query<AppliedMigration, []>("SELECT tag, checksum FROM _migrations ORDER BY tag").all();
}

/**
 * Applies pending migrations, each in its own transaction; several processes may do so concurrently. Foreign keys are
 * off meanwhile, which SQLite allows only outside a transaction: drizzle's own migrator does it inside, and a table
 * rebuild then deletes the child rows.
 * @returns the tags of those it applied
 * @throws Error when the file is newer, or a migration was edited or leaves a broken reference
 */
export function migrateSqlite(connection: Database, known: readonly Migration[] = migrations.sqlite): string[] {
	if (pendingMigrations(known, appliedToSqlite(connection)).length === 0) return [];
	connection.run("PRAGMA foreign_keys = OFF");
	try {
		return known
			.filter((migration) => connection.transaction(() => applyOnce(connection, known, migration)).immediate())
			.map(({ tag }) => tag);
	} finally {
		connection.run("PRAGMA foreign_keys = ON");
	}
}

/** Applies a migration unless it was; returns whether it did. */
function applyOnce(connection: Database, known: readonly Migration[], migration: Migration): boolean {
	connection.run(
		"CREATE TABLE IF NOT EXISTS _migrations (tag TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at_ms INTEGER NOT NULL) STRICT",
	);
	// Checked again under the write lock: another process may have been first.
	if (!pendingMigrations(known, appliedToSqlite(connection)).includes(migration)) return false;
	for (const statement of statementsOf(migration)) connection.run(statement);
	const broken = connection.query("PRAGMA foreign_key_check").all();
	if (broken.length > 0) throw new Error(`migration ${migration.tag} leaves ${broken.length} broken references`);
	connection
		.query("INSERT INTO _migrations (tag, checksum, applied_at_ms) VALUES (?, ?, ?)")
		.run(migration.tag, checksumOf(migration), Date.now());
	return true;
}
