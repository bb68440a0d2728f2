import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { existsSync } from "node:fs";
import { COPY_MARK } from "../migrations.ts";
import { connectWriter, pathOf } from "../sqlite/connection.ts";
import { appliedToSqlite, migrateSqlite } from "../sqlite/migrate.ts";
import { type PortableNote, type PortableReader, type PortableWriter, RowRefusedError } from "./ports.ts";
import { toRow } from "./rows.ts";
import { allTables, keyOf, type PortableRow, type PortableTable, QUEUE_ALL_TRANSCRIPTS, quoted } from "./tables.ts";

const BUSY_TIMEOUT_MS = 5_000;

/** Opens a file to read its rows. @throws Error when there is none */
export function openSqliteReader(url: string): PortableReader {
	const path = pathOf(url);
	if (!existsSync(path)) throw new Error(`there is no database ${path}`);
	return readerOf(connectWriter(path, BUSY_TIMEOUT_MS));
}

/** Opens a file to fill it, created when it is missing. */
export function openSqliteWriter(url: string): PortableWriter {
	const db = connectWriter(pathOf(url), BUSY_TIMEOUT_MS);
	// Rows go to all indexes of a table in turn. The log is copied as it grows; whether that worked is asked at the end.
	db.run("PRAGMA cache_size = -262144; PRAGMA wal_autocheckpoint = 8000");
	return writerOf(db);
}

function readerOf(db: Database): PortableReader {
	const pages = new Map<string, Statement<unknown, SQLQueryBindings[]>>();

	function pageOf(table: PortableTable, isFirst: boolean): Statement<unknown, SQLQueryBindings[]> {
		const id = `${isFirst} ${table.name}`;
		const statement = pages.get(id) ?? db.prepare<unknown, SQLQueryBindings[]>(pageText(table, isFirst));
		pages.set(id, statement);
		return statement;
	}

	return {
		dialect: "sqlite",
		applied: async () => appliedToSqlite(db),
		others: async () => [],
		async freeze({ exclusive }) {
			db.run(exclusive ? "BEGIN IMMEDIATE" : "BEGIN");
			db.query("SELECT 1 FROM sqlite_schema").get(); // The moment is that of the first read.
		},
		async count({ name }) {
			return Number(db.query<unknown, []>(`SELECT count(*) FROM ${quoted(name)}`).values()[0]?.[0]);
		},
		async page(table, after, limit) {
			const rows = pageOf(table, after === null).values(...(after ?? []), limit);
			return rows.map((row) => toRow(table, row));
		},
		async close() {
			for (const statement of pages.values()) statement.finalize();
			if (db.inTransaction) db.run("ROLLBACK");
			db.close();
		},
	};
}

function pageText({ name, columns, key }: PortableTable, isFirst: boolean): string {
	const all = columns.map((column) => quoted(column.name)).join(", ");
	const keys = key.map((at) => quoted(columns[at]?.name ?? "")).join(", ");
	const after = isFirst ? "" : `WHERE (${keys}) > (${key.map(() => "?").join(", ")}) `;
	return `SELECT ${all} FROM ${quoted(name)} ${after}ORDER BY ${keys} LIMIT ?`;
}

function writerOf(db: Database): PortableWriter {
	const inserts = new Map<string, Statement<unknown, SQLQueryBindings[]>>();

	function insertInto({ name, columns }: PortableTable): Statement<unknown, SQLQueryBindings[]> {
		const names = columns.map((column) => quoted(column.name)).join(", ");
		const text = `INSERT INTO ${quoted(name)} (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
		const statement = inserts.get(name) ?? db.prepare<unknown, SQLQueryBindings[]>(text);
		inserts.set(name, statement);
		return statement;
	}

	const remember = ({ name, value }: PortableNote) =>
		void db.query("INSERT OR REPLACE INTO _copy (name, value) VALUES (?, ?)").run(name, value);
	const isBegun = () => appliedToSqlite(db).some(({ tag }) => tag === COPY_MARK);
	const reader = readerOf(db);

	return {
		...reader,
		async migrate() {
			migrateSqlite(db);
		},
		async findFilled() {
			const isFilled = ({ name }: PortableTable) => db.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`).get() !== null;
			return allTables().find(isFilled)?.name ?? null;
		},
		async notes() {
			if (!isBegun()) return null;
			const rows = db.query<{ name: string; value: string }, []>("SELECT name, value FROM _copy").all();
			return new Map(rows.map(({ name, value }) => [name, value]));
		},
		async begin(note) {
			db.transaction(() => {
				db.run("CREATE TABLE IF NOT EXISTS _copy (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT");
				db.query("INSERT OR REPLACE INTO _migrations (tag, checksum, applied_at_ms) VALUES (?, '', 0)").run(COPY_MARK);
				remember(note);
			}).immediate();
		},
		async insert(table, rows, note) {
			const statement = insertInto(table);
			db.transaction(() => {
				for (const row of rows) insertRow(statement, table, row);
				remember(note);
			}).immediate();
		},
		async clear() {
			db.transaction(() => {
				for (const { name } of allTables().toReversed()) db.run(`DELETE FROM ${quoted(name)}`);
				db.run("DELETE FROM _copy");
			}).immediate();
		},
		async finish() {
			db.transaction(() => {
				db.run(QUEUE_ALL_TRANSCRIPTS);
				db.run("DROP TABLE _copy");
				db.query("DELETE FROM _migrations WHERE tag = ?").run(COPY_MARK);
			}).immediate();
			// Copies the log into the file and syncs both.
			const [result] = db.query<unknown, []>("PRAGMA wal_checkpoint(TRUNCATE)").values();
			if (result?.[0] !== 0) throw new Error("the log of the database could not be copied into its file");
		},
		async close() {
			for (const statement of inserts.values()) statement.finalize();
			await reader.close();
		},
	};
}

/** Inserts a row; booleans are numbers on SQLite. @throws RowRefusedError when a constraint refuses it */
function insertRow(statement: Statement<unknown, SQLQueryBindings[]>, table: PortableTable, row: PortableRow): void {
	try {
		statement.run(...row.map((value) => (typeof value === "boolean" ? Number(value) : value)));
	} catch (cause) {
		throw new RowRefusedError({ table, key: keyOf(table, row) }, { cause });
	}
}
