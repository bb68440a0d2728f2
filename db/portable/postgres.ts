import { SQL as BunSql, type ReservedSQL } from "bun";
import { once } from "#kernel/once";
import { COPY_MARK } from "../migrations.ts";
import { appliedToPostgres, migratePostgres } from "../postgres/migrate.ts";
import { type PortableNote, type PortableReader, type PortableWriter, RowRefusedError } from "./ports.ts";
import { toRow } from "./rows.ts";
import {
	allTables,
	keyOf,
	type PortableColumn,
	type PortableKind,
	type PortableRow,
	type PortableTable,
	QUEUE_ALL_TRANSCRIPTS,
	quoted,
} from "./tables.ts";

/** Name of the connections, by which another copy knows of this one; a server's are called `parley`. */
const APPLICATION_NAME = "parley copy";

const allNames = once(() =>
	allTables()
		.map(({ name }) => quoted(name))
		.join(", "),
);

/** How long {@link PortableReader.freeze} waits for those who write. */
const LOCK_TIMEOUT_MS = 5_000;

/** A connection of its own, which may take its time. */
interface Connection {
	readonly client: BunSql;
	/** The session of all statements, in the order of the calls. */
	readonly session: ReservedSQL;
}

async function connect(url: string): Promise<Connection> {
	const client = new BunSql(url, { max: 1, connection: { application_name: APPLICATION_NAME } });
	const session = await client.reserve();
	await session.unsafe("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0").simple();
	return { client, session };
}

/** Connects to a database to read its rows. @throws the driver's error */
export const openPostgresReader = async (url: string): Promise<PortableReader> => readerOf(await connect(url));

/** Connects to a database to fill it. @throws the driver's error */
export async function openPostgresWriter(url: string): Promise<PortableWriter> {
	const connection = await connect(url);
	// What is lost with the server's machine is lost together with the note of it.
	await connection.session.unsafe("SET synchronous_commit = off");
	return writerOf(url, connection);
}

function readerOf({ client, session }: Connection): PortableReader {
	return {
		dialect: "postgres",
		applied: () => appliedToPostgres(session),
		async others() {
			const rows: { name: string }[] = await session.unsafe(
				"SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'parley%'",
			);
			return rows.map(({ name }) => name);
		},
		async freeze({ exclusive }) {
			await session.unsafe("BEGIN ISOLATION LEVEL REPEATABLE READ");
			if (exclusive) {
				// Not at once: an automatic vacuum, which such a lock has to wait for, is cancelled by the server a second later.
				await session.unsafe(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
				await session.unsafe(`LOCK TABLE ${allNames()} IN SHARE MODE`);
			}
			await session.unsafe("SELECT 1"); // The moment is that of the first read.
		},
		async count({ name }) {
			const [row]: { count: string }[] = await session.unsafe(`SELECT count(*) AS count FROM ${quoted(name)}`);
			return Number(row?.count);
		},
		async page(table, after, limit) {
			const params = [...(after ?? []), limit];
			const rows: unknown[][] = await session.unsafe(pageText(table, after === null), params).values();
			return rows.map((row) => toRow(table, row));
		},
		async close() {
			await session.release();
			await client.close({ timeout: 0 });
		},
	};
}

function pageText({ name, columns, key }: PortableTable, isFirst: boolean): string {
	const all = columns.map((column) => `${quoted(column.name)}${column.kind === "json" ? "::text" : ""}`).join(", ");
	const keys = key.map((at) => quoted(columns[at]?.name ?? "")).join(", ");
	const after = isFirst ? "" : `WHERE (${keys}) > (${key.map((_at, n) => `$${n + 1}`).join(", ")}) `;
	return `SELECT ${all} FROM ${quoted(name)} ${after}ORDER BY ${keys} LIMIT $${isFirst ? 1 : key.length + 1}`;
}

/** Type of a value in the JSON that rows are sent as. */
const TYPES: Readonly<Record<PortableKind, string>> = {
	text: "text",
	integer: "bigint",
	real: "double precision",
	boolean: "boolean",
	json: "text",
};

/** Returns the statement that inserts rows and remembers something with them: one, so that it is one transaction. */
function insertText({ name, columns }: PortableTable): string {
	const names = columns.map((column) => quoted(column.name)).join(", ");
	const declared = columns.map(({ kind }, at) => `c${at} ${TYPES[kind]}`).join(", ");
	const selected = columns.map(({ kind }, at) => `c${at}${kind === "json" ? "::jsonb" : ""}`).join(", ");
	return `WITH inserted AS (INSERT INTO ${quoted(name)} (${names}) SELECT ${selected} FROM json_to_recordset($1::text::json) AS r(${declared})) ${REMEMBER("$2", "$3")}`;
}

const REMEMBER = (name: string, value: string): string =>
	`INSERT INTO _copy (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Returns rows as the JSON that {@link insertText} takes. */
const toRecords = (columns: readonly PortableColumn[], rows: readonly PortableRow[]): string =>
	JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((_column, at) => [`c${at}`, row[at]]))));

function writerOf(url: string, connection: Connection): PortableWriter {
	const { session } = connection;

	/** Runs statements in a transaction, which is on disk then. */
	async function transact(statements: readonly (readonly [text: string, params?: readonly string[]])[]): Promise<void> {
		await session.unsafe("BEGIN");
		try {
			await session.unsafe("SET LOCAL synchronous_commit = on");
			for (const [text, params = []] of statements) await session.unsafe(text, [...params]);
			await session.unsafe("COMMIT");
		} catch (error) {
			await session.unsafe("ROLLBACK");
			throw error;
		}
	}

	const insertAll = (table: PortableTable, rows: readonly PortableRow[], { name, value }: PortableNote) =>
		session.unsafe(insertText(table), [toRecords(table.columns, rows), name, value]);

	/** Throws the error of the first row that is refused, if one is. Changes nothing. */
	async function assertAccepted(table: PortableTable, rows: readonly PortableRow[]): Promise<void> {
		await session.unsafe("BEGIN");
		try {
			for (const row of rows) {
				await insertAll(table, [row], { name: "", value: "" }).catch((cause: unknown) => {
					throw new RowRefusedError({ table, key: keyOf(table, row) }, { cause });
				});
			}
		} finally {
			await session.unsafe("ROLLBACK");
		}
	}

	return {
		...readerOf(connection),
		async migrate() {
			// In a session of its own, since it needs a client.
			const client = new BunSql(url, { max: 1, connection: { application_name: APPLICATION_NAME } });
			try {
				await migratePostgres(client);
			} finally {
				await client.close();
			}
		},
		async findFilled() {
			for (const { name } of allTables()) {
				const rows: unknown[] = await session.unsafe(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
				if (rows.length > 0) return name;
			}
			return null;
		},
		async notes() {
			const applied = await appliedToPostgres(session);
			if (!applied.some(({ tag }) => tag === COPY_MARK)) return null;
			const rows: { name: string; value: string }[] = await session.unsafe("SELECT name, value FROM _copy");
			return new Map(rows.map(({ name, value }) => [name, value]));
		},
		begin: ({ name, value }) =>
			transact([
				["CREATE TABLE IF NOT EXISTS _copy (name text PRIMARY KEY, value text NOT NULL)"],
				[
					"INSERT INTO _migrations (tag, checksum, applied_at_ms) VALUES ($1, '', 0) ON CONFLICT DO NOTHING",
					[COPY_MARK],
				],
				[REMEMBER("$1", "$2"), [name, value]],
			]),
		async insert(table, rows, note) {
			try {
				await insertAll(table, rows, note);
			} catch (error) {
				await assertAccepted(table, rows);
				throw error;
			}
		},
		clear: () => transact([[`TRUNCATE ${allNames()}, _copy`]]),
		async finish() {
			// As the server would do by itself a minute later, so that the first requests have good plans.
			await session.unsafe(`ANALYZE ${allNames()}`);
			await transact([
				[QUEUE_ALL_TRANSCRIPTS],
				["DROP TABLE _copy"],
				["DELETE FROM _migrations WHERE tag = $1", [COPY_MARK]],
			]);
		},
	};
}
