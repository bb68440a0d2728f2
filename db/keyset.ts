import { asc, type Column, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Position } from "#kernel/cursor";
import type { Order, Slice } from "#kernel/list";
import { type Each, each } from "./statement.ts";

/** The sort order of a list, in which reading can resume after any row. */
export interface Keyset<Row> extends Order<Row> {
	readonly direction: "asc" | "desc";
	/** Expressions for `orderBy`. */
	readonly by: SQL[];
	/** Returns the condition for rows after a position; undefined (all rows) for none. */
	after(position: readonly SQLWrapper[] | undefined): SQL | undefined;
}

/** Values of a statement that reads a slice in a {@link Keyset}'s order. */
export interface SliceValues {
	/** The position before the first row; undefined: the start of the list. */
	readonly after: Each<string | number> | undefined;
	/** Maximum number of rows. */
	readonly take: number;
}

/** Returns the values of a statement that reads this slice. */
export const sliceValues = ({ after, take }: Slice): SliceValues => ({
	after: after === null ? undefined : each(after),
	take,
});

/**
 * Creates the order by some columns, the first being the most significant, all ascending or all descending.
 * @param columns by their name in a row; the last one must be unique, so that no page skips or repeats a row
 */
export function keyset<const K extends string>(
	direction: "asc" | "desc",
	columns: Readonly<Record<K, Column>>,
): Keyset<Readonly<Record<K, string | number>>> {
	const names = Object.keys(columns) as K[];
	const key = names.map((name) => columns[name]);
	const list = (parts: readonly unknown[]): SQL =>
		sql`(${sql.join(
			parts.map((part) => sql`${part}`),
			sql`, `,
		)})`;
	const beyond = direction === "asc" ? sql`>` : sql`<`;
	return {
		direction,
		by: key.map(direction === "asc" ? asc : desc),
		after: (position) => (position === undefined ? undefined : sql`${list(key)} ${beyond} ${list(position)}`),
		positionOf: (row) => names.map((name) => row[name]),
	};
}

/** Compares positions as the engines do: texts by their bytes, see `byteText`. */
function comparePositions(a: Position, b: Position): number {
	for (const [at, value] of a.entries()) {
		const other = b[at] ?? "";
		const isNumber = typeof value === "number" && typeof other === "number";
		const order = isNumber ? value - other : Buffer.compare(Buffer.from(String(value)), Buffer.from(String(other)));
		if (order !== 0) return order;
	}
	return 0;
}

/**
 * Returns the first rows of several slices in this order, which have no row in common: for a list whose rows are led to
 * by several indexes.
 * @param take maximum number of rows; each slice has as many, or all there are
 */
export function mergeSlices<Row>(order: Keyset<Row>, slices: readonly (readonly Row[])[], take: number): Row[] {
	const sign = order.direction === "asc" ? 1 : -1;
	return slices
		.flat()
		.sort((a, b) => sign * comparePositions(order.positionOf(a), order.positionOf(b)))
		.slice(0, take);
}
