import type { Database } from "bun:sqlite";
import { SQL } from "bun";
import { dialect } from "#db/dialect";
import { type Migration, migrations } from "#db/migrations";
import { appliedToPostgres, migratePostgres } from "#db/postgres/migrate";
import { connectWriter, pathOf } from "#db/sqlite/connection";
import { appliedToSqlite, migrateSqlite } from "#db/sqlite/migrate";

/** A database without the store, for tests that need what the store prevents. */
export interface RawDatabase {
	/** Applies the pending migrations of `known`, as opening a store does. */
	migrate(known?: readonly Migration[]): Promise<void>;
	/** Returns the tags of the applied migrations. */
	applied(): Promise<string[]>;
	/** Runs a statement. Returns the rows as objects. */
	query(statement: string): Promise<Record<string, unknown>[]>;
	close(): Promise<void>;
}

/** Opens a database of the engine of this process. */
export function openRawDatabase(url: string): RawDatabase {
	return dialect === "sqlite" ? openRawSqlite(pathOf(url)) : openRawPostgres(url);
}

/** Embedded migrations of the engine of this process. */
export const engineMigrations: readonly Migration[] = migrations[dialect];

function openRawSqlite(path: string): RawDatabase {
	const connection: Database = connectWriter(path, 5_000);
	return {
		migrate: async (known) => void migrateSqlite(connection, known),
		applied: async () => appliedToSqlite(connection).map(({ tag }) => tag),
		query: async (statement) => connection.query<Record<string, unknown>, []>(statement).all(),
		close: async () => connection.close(),
	};
}

function openRawPostgres(url: string): RawDatabase {
	const client = new SQL(url, { max: 1 });
	return {
		migrate: async (known) => void (await migratePostgres(client, known)),
		applied: async () => (await appliedToPostgres(client)).map(({ tag }) => tag),
		query: async (statement) => [...(await client.unsafe(statement))],
		close: () => client.close(),
	};
}
