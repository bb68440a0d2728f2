import { dialectOf } from "./dialect.ts";
import type { PortableReader, PortableWriter } from "./portable/ports.ts";
import { openPostgresReader, openPostgresWriter } from "./portable/postgres.ts";
import { openSqliteReader, openSqliteWriter } from "./portable/sqlite.ts";
import { keyOf, type PortableKey, type PortableRow, type PortableTable } from "./portable/tables.ts";

export { type PortableNote, type PortableReader, type PortableWriter, RowRefusedError } from "./portable/ports.ts";
export { decodeRow, encodeRow, RowDigest, toStorable, unstorableColumns } from "./portable/rows.ts";
export {
	type PortableColumn,
	type PortableKey,
	type PortableKind,
	type PortableRow,
	type PortableTable,
	type PortableValue,
	portableTables,
	toProperties,
} from "./portable/tables.ts";

/** Opens a database of either engine to read its rows. @throws Error when there is none, or it cannot be reached */
export const openPortableReader = async (url: string): Promise<PortableReader> =>
	dialectOf(url) === "postgres" ? openPostgresReader(url) : openSqliteReader(url);

/** Opens a database of either engine to fill it; a SQLite file is created when it is missing. */
export const openPortableWriter = async (url: string): Promise<PortableWriter> =>
	dialectOf(url) === "postgres" ? openPostgresWriter(url) : openSqliteWriter(url);

/** Number of rows of the first page, and the most of any: a row may be large. */
const [FIRST_ROWS, MAX_ROWS] = [64, 512];
/** Intended size of a page, in characters. */
const PAGE_CHARS = 2_000_000;

/**
 * Yields the rows of a table in pages of about 2 MB, in the engine's own order of keys; the next page is read while one
 * is worked on.
 * @param after the key after which it begins; null: with the first row
 */
export async function* pagesOf(
	reader: PortableReader,
	table: PortableTable,
	after: PortableKey | null = null,
): AsyncGenerator<readonly PortableRow[]> {
	let limit = FIRST_ROWS;
	let rows = await reader.page(table, after, limit);
	for (;;) {
		const last = rows.at(-1);
		if (last === undefined) return;
		const isLast = rows.length < limit;
		limit = Math.max(1, Math.min(MAX_ROWS, limit * 2, Math.floor((rows.length * PAGE_CHARS) / sizeOf(rows))));
		const next = isLast ? Promise.resolve([]) : reader.page(table, keyOf(table, last), limit);
		next.catch(() => undefined); // It is awaited below, unless the work ends before.
		yield rows;
		rows = await next;
	}
}

/** Returns the size of rows, in characters: more or less. */
function sizeOf(rows: readonly PortableRow[]): number {
	let size = 1;
	for (const row of rows) for (const value of row) size += typeof value === "string" ? value.length : 8;
	return size;
}
