import { and, type Column, eq, getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type Bound, readRows } from "#db/statement";
import type { ReadHandle } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { INSTALLATION } from "#kernel/fair-queue";
import type { Slice } from "#kernel/list";
import { Slices } from "#kernel/slices";

/** A row of a table, by the names of its columns in the schema. */
export type Row = Readonly<Record<string, unknown>>;

/** A row as it is exported. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

/** Rows read at once. */
const PAGE = 200;

/** Columns that are nobody's data: secrets, hashes of secrets, forms of a text used for comparison, counters of changes. */
const HIDDEN = /(Hash|Sealed|Key|Token)$|^(orgId|salt|draft|version|token)$/;

/** Reads the rows of an organization from a table, in pages, with turns for others between them. */
export type ReadPages = (store: ReadHandle, orgId: string, first?: string) => AsyncGenerator<readonly Row[]>;

/**
 * Creates what reads a table in an order that one of its indexes has, so that each page costs the same.
 * @param order the columns that follow `orgId` in that index, or precede it; the last one makes the order unique. A reader
 * may be limited to rows with one value of the first.
 */
export function pagesOf(table: SQLiteTable, order: readonly string[]): ReadPages {
	const columns = getTableColumns(table) as Readonly<Record<string, Column>>;
	const column = (name: string): Column => {
		const found = columns[name];
		if (found === undefined) throw new Error(`the table has no column ${name}`);
		return found;
	};
	const inOrder = keyset("asc", Object.fromEntries(order.map((name) => [name, column(name)])));
	type Values = SliceValues & { readonly orgId: string; readonly first: string | undefined };
	const read = readRows((db, { orgId, first, after, take }: Bound<Values>) =>
		db
			.select()
			.from(table)
			.where(and(eq(column("orgId"), orgId), first && eq(column(order[0] ?? ""), first), inOrder.after(after)))
			.orderBy(...inOrder.by)
			.limit(take),
	);
	// Of all readers: one that reads many short lists has turns too.
	const slices = new Slices(INSTALLATION);
	return async function* (store, orgId, first) {
		for (let after: Slice["after"] = null; ; ) {
			const rows: Row[] = await read(store, { orgId, first, ...sliceValues({ after, take: PAGE }) });
			if (rows.length > 0) yield rows;
			if (slices.isOver) await slices.pause(orgId);
			const last = rows.at(-1);
			if (last === undefined || rows.length < PAGE) return;
			after = inOrder.positionOf(last as Readonly<Record<string, string | number>>);
		}
	};
}

/** Converts a row to what is exported of it: instants in RFC 3339, without secrets. @param without further columns to leave out */
export function toRecord(row: Row, without: readonly string[] = []): ExportedRecord {
	const shown = Object.entries(row).filter(([name]) => !HIDDEN.test(name) && !without.includes(name));
	return Object.fromEntries(
		shown.map(([name, value]) =>
			name.endsWith("AtMs") ? [name.slice(0, -2), value === null ? null : rfc3339(Number(value))] : [name, value],
		),
	);
}
