import { asc, type Column, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Order, Slice } from "#kernel/list";
import { type Each, each } from "./statement.ts";

/** The sort order of a list, in which reading can resume after any row. */
export interface Keyset<Row> extends Order<Row> {
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
		by: key.map(direction === "asc" ? asc : desc),
		after: (position) => (position === undefined ? undefined : sql`${list(key)} ${beyond} ${list(position)}`),
		positionOf: (row) => names.map((name) => row[name]),
	};
}
