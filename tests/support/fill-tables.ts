import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import * as schema from "#db/schema/index";
import type { Db } from "#db/store";

/** A table of the schema. */
export interface SchemaTable {
	/** Name in the database. */
	readonly name: string;
	/** Name of its export in the schema. */
	readonly variable: string;
	readonly table: Table;
	/** Columns by their names in the schema. */
	readonly columns: Readonly<Record<string, Column>>;
}

/** All tables of the schema, so that policy tests cover new ones automatically. */
export const TABLES: readonly SchemaTable[] = Object.entries(schema).flatMap(([variable, table]) =>
	is(table, Table) ? [{ name: getTableName(table), variable, table, columns: getTableColumns(table) }] : [],
);

let serial = 1_000_000_000;

/** Returns a valid value for a column. Texts contain `marker`, so that remains of a row can be found. */
function anyValue(column: Column, marker: string): unknown {
	if (column.enumValues?.[0] !== undefined) return column.enumValues[0];
	if (column.dataType === "boolean") return false;
	if (column.dataType === "number") return ++serial;
	if (column.dataType === "string") return `${marker} ${++serial}`;
	return [marker];
}

/**
 * Inserts a row with the `given` values by column name, and arbitrary values in the other columns. Does nothing when a row
 * with the same key exists.
 */
export async function fillTable(
	db: Db,
	{ table, columns }: SchemaTable,
	given: Readonly<Record<string, unknown>>,
	marker: string,
): Promise<void> {
	const values = Object.entries(columns).map(([name, column]) => [name, given[name] ?? anyValue(column, marker)]);
	await db
		.insert(table as typeof schema.users)
		.values(Object.fromEntries(values))
		.onConflictDoNothing();
}

/** Reads all rows of a table. */
export async function rowsOf(db: Db, { table }: SchemaTable): Promise<readonly Readonly<Record<string, unknown>>[]> {
	return db.select().from(table as typeof schema.users);
}
