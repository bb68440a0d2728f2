import { Database } from "bun:sqlite";
import type { Sizes } from "../../scripts/grow/plan.ts";

/** Space in the file that one of each takes, in bytes: its row, and its part of the indexes. */
export interface Bytes {
	readonly organization: number;
	readonly member: number;
	readonly session: number;
	readonly event: number;
	readonly auditEntry: number;
	/** The whole file. */
	readonly file: number;
}

/** Measures the space of the tables of a SQLite file with all their indexes. */
export async function measureBytes(path: string, sizes: Sizes): Promise<Bytes> {
	const db = new Database(path, { readonly: true });
	try {
		const pages = db
			.query<{ tbl_name: string; bytes: number }, []>(
				`SELECT tbl_name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_master USING (name)
				WHERE aggregate = TRUE GROUP BY tbl_name`,
			)
			.all();
		const of = new Map(pages.map(({ tbl_name, bytes }) => [tbl_name, bytes]));
		const bytesOf = (...tables: readonly string[]) => tables.reduce((sum, table) => sum + (of.get(table) ?? 0), 0);
		const rows = (table: string) => db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 1;
		return {
			organization: bytesOf("organizations", "organization_ledgers") / sizes.organizations,
			member: bytesOf("memberships") / rows("memberships") + bytesOf("users") / rows("users"),
			session: bytesOf("sessions") / rows("sessions"),
			event: bytesOf("events") / rows("events"),
			auditEntry: bytesOf("audit_entries") / rows("audit_entries"),
			file: [...of.values()].reduce((sum, bytes) => sum + bytes, 0),
		};
	} finally {
		db.close();
	}
}
