import type { SQL as BunSql } from "bun";
import { errorCode } from "../errors.ts";
import {
	type AppliedMigration,
	checksumOf,
	type Migration,
	migrationState,
	migrations,
	statementsOf,
} from "../migrations.ts";

/** Tag of the row that migrators lock; not a migration. */
const LOCK = "";

/** Returns the migrations applied to a database, oldest first; none when it has no record of them. */
export async function appliedToPostgres(client: Pick<BunSql, "unsafe">): Promise<AppliedMigration[]> {
	try {
		// `works_with` is missing until a program that knows it has migrated. Not `SELECT *`: the result of a prepared statement
		// must not change its type when another process adds the column meanwhile.
		const rows: { tag: string; checksum: string; works_with: string | null }[] = await client.unsafe(
			"SELECT tag, checksum, to_jsonb(m) ->> 'works_with' AS works_with FROM _migrations AS m WHERE tag <> $1 ORDER BY tag",
			[LOCK],
		);
		return rows.map(({ tag, checksum, works_with: worksWith }) => ({ tag, checksum, worksWith }));
	} catch (error) {
		if (errorCode(error) === "42P01") return []; // undefined_table
		throw error;
	}
}

/**
 * Applies pending migrations in one transaction; several processes may do so concurrently. A row is locked instead of
 * taking an advisory lock, which works on every Postgres-wire engine. Rejects when the database is newer or a migration
 * was edited.
 * @returns the tags of those it applied
 */
export async function migratePostgres(
	client: BunSql,
	known: readonly Migration[] = migrations.postgres,
): Promise<string[]> {
	if (migrationState(known, await appliedToPostgres(client)).pending.length === 0) return [];
	await client
		.unsafe(
			"CREATE TABLE IF NOT EXISTS _migrations (tag text PRIMARY KEY, checksum text NOT NULL, applied_at_ms bigint NOT NULL)",
		)
		.catch((error: unknown) => {
			// Two processes creating it at once: the loser meets the winner's rows in the catalog, its index, its type or its
			// table.
			if (!["23505", "42710", "42P07"].includes(errorCode(error) ?? "")) throw error;
		});
	await client.unsafe(
		"INSERT INTO _migrations (tag, checksum, applied_at_ms) VALUES ($1, '', 0) ON CONFLICT DO NOTHING",
		[LOCK],
	);
	return client.begin(async (tx) => {
		await tx.unsafe("SET LOCAL statement_timeout = 0"); // Rewriting a large table takes time.
		await tx.unsafe("SELECT 1 FROM _migrations WHERE tag = $1 FOR UPDATE", [LOCK]);
		const { pending } = migrationState(known, await appliedToPostgres(tx));
		if (pending.length > 0) await tx.unsafe("ALTER TABLE _migrations ADD COLUMN IF NOT EXISTS works_with text");
		for (const migration of pending) {
			for (const statement of statementsOf(migration)) await tx.unsafe(statement);
			await tx.unsafe("INSERT INTO _migrations (tag, checksum, applied_at_ms, works_with) VALUES ($1, $2, $3, $4)", [
				migration.tag,
				checksumOf(migration),
				Date.now(),
				migration.worksWith ?? null,
			]);
		}
		return pending.map(({ tag }) => tag);
	});
}
