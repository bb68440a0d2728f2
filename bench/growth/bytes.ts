import { Database } from "bun:sqlite";
import { SQL } from "bun";

/** Space that one of each takes, in bytes: its row, and its part of the indexes. */
export interface Bytes {
	readonly organization: number;
	readonly member: number;
	readonly session: number;
	readonly event: number;
	readonly auditEntry: number;
	/** The whole database. */
	readonly total: number;
}

/** Space of a table with all its indexes, and its number of rows. */
interface Table {
	readonly name: string;
	readonly bytes: number;
	readonly rows: number;
}

const TABLES = ["organizations", "organization_ledgers", "memberships", "users", "sessions", "events", "audit_entries"];

/** Measures the space of the tables of a database with all their indexes. @param url `sqlite:path` or `postgres://…` */
export async function measureBytes(url: string): Promise<Bytes> {
	const { tables, total } = url.startsWith("sqlite:") ? inFile(url.slice("sqlite:".length)) : await onServer(url);
	const each = (name: string): number => {
		const table = tables.find((one) => one.name === name);
		return table === undefined ? Number.NaN : table.bytes / table.rows;
	};
	return {
		organization: each("organizations") + each("organization_ledgers"),
		member: each("memberships") + each("users"),
		session: each("sessions"),
		event: each("events"),
		auditEntry: each("audit_entries"),
		total,
	};
}

function inFile(path: string): { tables: Table[]; total: number } {
	const db = new Database(path, { readonly: true });
	try {
		const pages = db
			.query<{ tbl_name: string; bytes: number }, []>(
				`SELECT tbl_name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_master USING (name)
				WHERE aggregate = TRUE GROUP BY tbl_name`,
			)
			.all();
		const of = new Map(pages.map(({ tbl_name, bytes }) => [tbl_name, bytes]));
		const rowsOf = (name: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${name}`).get()?.n ?? 0;
		return {
			tables: TABLES.map((name) => ({ name, bytes: of.get(name) ?? 0, rows: rowsOf(name) })),
			total: pages.reduce((sum, { bytes }) => sum + bytes, 0),
		};
	} finally {
		db.close();
	}
}

async function onServer(url: string): Promise<{ tables: Table[]; total: number }> {
	const db = new SQL(url, { max: 1 });
	try {
		const tables: Table[] = [];
		for (const name of TABLES) {
			const [row] = await db.unsafe(
				`SELECT pg_total_relation_size('${name}')::float8 AS bytes, (SELECT count(*) FROM ${name})::float8 AS rows`,
			);
			tables.push({ name, bytes: row.bytes, rows: row.rows });
		}
		const [whole] = await db`SELECT pg_database_size(current_database())::float8 AS bytes`;
		return { tables, total: whole.bytes };
	} finally {
		await db.close();
	}
}
