import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import type { Db } from "#db/store";

/** A table of the product. */
export interface KnownTable {
	/** As the database calls it. */
	readonly name: string;
	/** As the schema exports it. */
	readonly variable: string;
	readonly table: Table;
	/** By their names in the schema. */
	readonly columns: Readonly<Record<string, Column>>;
}

/** Every table of the schema: a new one takes part in the policy tests without being listed. */
export const TABLES: readonly KnownTable[] = Object.entries(schema).flatMap(([variable, table]) =>
	is(table, Table) ? [{ name: getTableName(table), variable, table, columns: getTableColumns(table) }] : [],
);

let serial = 1_000_000_000;

/** Any value a column takes. Texts hold `marker`, so that what is left of a row can be found. */
function anyValue(column: Column, marker: string): unknown {
	if (column.enumValues?.[0] !== undefined) return column.enumValues[0];
	if (column.dataType === "boolean") return false;
	if (column.dataType === "number") return ++serial;
	if (column.dataType === "string") return `${marker} ${++serial}`;
	return [marker];
}

/**
 * Writes a row into a table: `given` by the names of its columns, anything in the others. Nothing happens where a row with
 * the same key is there already.
 */
export async function fillTable(
	db: Db,
	{ table, columns }: KnownTable,
	given: Readonly<Record<string, unknown>>,
	marker: string,
): Promise<void> {
	const values = Object.entries(columns).map(([name, column]) => [name, given[name] ?? anyValue(column, marker)]);
	await db
		.insert(table as typeof schema.users)
		.values(Object.fromEntries(values))
		.onConflictDoNothing();
}

/** Every row of a table, as JSON would show it. */
export async function rowsOf(db: Db, { table }: KnownTable): Promise<readonly Readonly<Record<string, unknown>>[]> {
	return db.select().from(table as typeof schema.users);
}
