import { Database, type SQLQueryBindings } from "bun:sqlite";
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { SQL } from "bun";
import { getTableColumns, getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { dialectOf } from "#db/dialect";
import { clusteredTables } from "#db/dsl";
import { openStore } from "#db/store";

/** An empty, migrated database that is being filled. Its secondary indexes are missing until `finish`. */
export interface Target {
	/** Inserts rows of a table: whole rows, so that a new column is a type error here and not a guess. */
	insert<T extends SQLiteTable>(table: T, rows: Iterable<T["$inferSelect"]>): Promise<void>;
	/** Creates the indexes and leaves the database as the product would. */
	finish(): Promise<void>;
}

/**
 * Opens a new SQLite file, or an empty Postgres database, and migrates it.
 * @throws Error for a file that exists, and for a database that has organizations
 */
export const openTarget = (url: string): Promise<Target> =>
	dialectOf(url) === "postgres" ? openPostgresTarget(url) : openSqliteTarget(url);

const quoted = (name: string): string => `"${name}"`;

const columnsOf = (table: SQLiteTable) =>
	Object.entries(getTableColumns(table)).map(([key, column]) => ({
		key,
		name: toSnakeCase(key),
		toDriver: (value: unknown) => (value === null ? null : column.mapToDriverValue(value)) as SQLQueryBindings,
	}));

/** Fills a file beside the final one and moves it into place at the end: half a database is never found there. */
async function openSqliteTarget(url: string): Promise<Target> {
	const path = url.replace(/^(?:sqlite|file):(?:\/\/)?/i, "");
	if (existsSync(path)) throw new Error(`${path} exists: a database is grown from nothing`);
	const [empty, draft] = [`${path}.empty`, `${path}.growing`];
	rmSync(draft, { force: true });
	await (await openStore({ url: empty })).close();
	// A copy that nobody has had open: as long as any statement on a file is remembered, it keeps its write-ahead log.
	copyFileSync(empty, draft);
	for (const suffix of ["", "-wal", "-shm"]) rmSync(empty + suffix, { force: true });

	const db = new Database(draft, { readwrite: true, strict: true });
	// Nothing is to be saved from a crash: the draft is started again. From WAL there is no way to MEMORY but by DELETE.
	db.run("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
	db.run("PRAGMA cache_size = -524288; PRAGMA threads = 2");
	const asked = db.prepare<{ name: string; sql: string }, []>(
		"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
	);
	const indexes = asked.all();
	asked.finalize();
	for (const { name } of indexes) db.run(`DROP INDEX ${quoted(name)}`);
	// A table that is its own index is filled in the order of its key at the end, a fifth of the time.
	for (const name of clusteredTables)
		db.run(`CREATE TEMP TABLE ${quoted(`staged_${name}`)} AS SELECT * FROM ${quoted(name)} WHERE FALSE`);
	db.run("BEGIN");

	return {
		async insert(table, rows) {
			const tableName = getTableName(table);
			const into = clusteredTables.has(tableName) ? `staged_${tableName}` : tableName;
			const columns = columnsOf(table);
			const names = columns.map(({ name }) => quoted(name)).join(", ");
			const marks = columns.map(() => "?").join(", ");
			const statement = db.prepare(`INSERT INTO ${quoted(into)} (${names}) VALUES (${marks})`);
			for (const row of rows as Iterable<Readonly<Record<string, unknown>>>)
				statement.run(...columns.map(({ key, toDriver }) => toDriver(row[key])));
			statement.finalize(); // One left open would keep the file open, and its log beside it.
		},
		async finish() {
			for (const name of clusteredTables) {
				const key = keyOf(db, name).map(quoted).join(", ");
				db.run(`INSERT INTO ${quoted(name)} SELECT * FROM ${quoted(`staged_${name}`)} ORDER BY ${key}`);
			}
			db.run("COMMIT");
			for (const { sql } of indexes) db.run(sql);
			db.run("PRAGMA journal_mode = WAL");
			db.close(true);
			renameSync(draft, path);
		},
	};
}

/** Returns the columns of the primary key of a table, in their order. */
function keyOf(db: Database, table: string): string[] {
	const asked = db.prepare<{ name: string }, [string]>(
		"SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
	);
	const columns = asked.all(table).map(({ name }) => name);
	asked.finalize();
	return columns;
}

/** Rows in one statement: large enough that the round trip does not count, small enough for one message. */
const ROWS_PER_STATEMENT = 2_000;

async function openPostgresTarget(url: string): Promise<Target> {
	await (await openStore({ url })).close();
	const db = new SQL(url, { max: 1 });
	const [found] = await db`SELECT 1 FROM organizations LIMIT 1`;
	if (found) throw new Error("the database has organizations: one is grown from nothing");
	const indexes: { indexname: string; indexdef: string }[] = await db`
		SELECT indexname, indexdef FROM pg_indexes
		WHERE schemaname = current_schema()
			AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`;
	for (const { indexname } of indexes) await db.unsafe(`DROP INDEX ${quoted(indexname)}`);
	await db.unsafe("SET synchronous_commit = off");

	return {
		async insert(table, rows) {
			const columns = columnsOf(table);
			const name = quoted(getTableName(table));
			const names = columns.map((column) => quoted(column.name)).join(", ");
			const statement = `INSERT INTO ${name} (${names}) SELECT ${names} FROM json_populate_recordset(null::${name}, $1::text::json)`;
			let waiting: Record<string, unknown>[] = [];
			const flush = async () => {
				if (waiting.length > 0) await db.unsafe(statement, [JSON.stringify(waiting)]);
				waiting = [];
			};
			for (const row of rows as Iterable<Readonly<Record<string, unknown>>>) {
				waiting.push(Object.fromEntries(columns.map((column) => [column.name, row[column.key]])));
				if (waiting.length >= ROWS_PER_STATEMENT) await flush();
			}
			await flush();
		},
		async finish() {
			for (const { indexdef } of indexes) await db.unsafe(indexdef);
			await db.unsafe("VACUUM ANALYZE");
			await db.close();
		},
	};
}
