import type { Database } from "bun:sqlite";
import {
	type AppliedMigration,
	checksumOf,
	type Migration,
	migrationState,
	migrations,
	statementsOf,
} from "../migrations.ts";

/** Returns the migrations applied to a file, oldest first; none when it has no record of them. */
export function appliedToSqlite(connection: Database): AppliedMigration[] {
	const recorded = connection.query("SELECT 1 FROM sqlite_schema WHERE name = '_migrations'").get();
	if (recorded === null) return [];
	// With all columns: `works_with` is missing until a program that knows it has migrated.
	return connection
		.query<{ tag: string; checksum: string; works_with?: string | null }, []>("SELECT * FROM _migrations ORDER BY tag")
		.all()
		.map(({ tag, checksum, works_with: worksWith = null }) => ({ tag, checksum, worksWith }));
}

/**
 * Applies pending migrations, each in its own transaction; several processes may do so concurrently. Foreign keys are
 * off meanwhile, which SQLite allows only outside a transaction: drizzle's own migrator does it inside, and a table
 * rebuild then deletes the child rows.
 * @returns the tags of those it applied
 * @throws Error when the file is newer, or a migration was edited or leaves a broken reference
 */
export function migrateSqlite(connection: Database, known: readonly Migration[] = migrations.sqlite): string[] {
	if (migrationState(known, appliedToSqlite(connection)).pending.length === 0) return [];
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
	if (!migrationState(known, appliedToSqlite(connection)).pending.includes(migration)) return false;
	const hasColumn = connection.query("SELECT 1 FROM pragma_table_info('_migrations') WHERE name = 'works_with'").get();
	if (hasColumn === null) connection.run("ALTER TABLE _migrations ADD COLUMN works_with TEXT");
	for (const statement of statementsOf(migration)) connection.run(statement);
	const broken = connection.query("PRAGMA foreign_key_check").all();
	if (broken.length > 0) throw new Error(`migration ${migration.tag} leaves ${broken.length} broken references`);
	connection
		.query("INSERT INTO _migrations (tag, checksum, applied_at_ms, works_with) VALUES (?, ?, ?, ?)")
		.run(migration.tag, checksumOf(migration), Date.now(), migration.worksWith ?? null);
	return true;
}
