import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import type { Position } from "#kernel/cursor";
import type { Order } from "#kernel/list";

/** The sort order of a list, in which reading can resume after any row. */
export interface Keyset<Row> extends Order<Row> {
	/** Expressions for `orderBy`. */
	readonly by: SQL[];
	/** Returns the condition for rows after a position of {@link Order.positionOf}; undefined (all rows) for null. */
	after(position: Position | null): SQL | undefined;
}

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
		after: (position) => (position === null ? undefined : sql`${list(key)} ${beyond} ${list(position)}`),
		positionOf: (row) => names.map((name) => row[name]),
	};
}
