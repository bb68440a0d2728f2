import { asc, type Column, desc, type SQL, sql } from "drizzle-orm";
import type { Position } from "#kernel/cursor";
import type { Order } from "#kernel/list";

/** The order in which a list is read, and goes on after any of its rows. */
export interface Keyset<Row> extends Order<Row> {
	/** For `orderBy`. */
	readonly by: SQL[];
	/** Only what comes after a position that {@link Order.positionOf} gave; undefined, all of it, for null. */
	after(position: Position | null): SQL | undefined;
}

/**
 * The order by some columns, the first counting most, all of them up or all of them down.
 * @param columns by the name a row has them under; the last tells any two rows apart, so that no page skips or repeats one
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
