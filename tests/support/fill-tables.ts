import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { PgTable, getTableConfig as postgresConfig } from "drizzle-orm/pg-core";
import { type SQLiteTable, getTableConfig as sqliteConfig } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema/index";
import type { Db } from "#db/store";
import { organizationRow } from "./rows.ts";

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

type Values = Readonly<Record<string, unknown>>;

/** Values by table that are not arbitrary: an active hold would prevent the purge of the organization. */
const FIXED: Readonly<Record<string, Values>> = { legal_holds: { state: "released" } };

/** A reference of a table to another: the columns of both, in the same order. */
interface Reference {
	readonly columns: readonly string[];
	readonly foreignColumns: readonly string[];
	readonly foreignTable: string;
}

/** Returns the references of a table. */
export function referencesOf(table: Table): Reference[] {
	const { foreignKeys } = is(table, PgTable) ? postgresConfig(table) : sqliteConfig(table as SQLiteTable);
	return foreignKeys.map((key) => {
		const { columns, foreignColumns, foreignTable } = key.reference();
		const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
		return {
			columns: namesOf(columns),
			foreignColumns: namesOf(foreignColumns),
			foreignTable: getTableName(foreignTable),
		};
	});
}

/** Inserts the rows that a row refers to, unless their keys are given, and returns their keys by its column names. */
async function fillReferences(db: Db, table: Table, given: Values): Promise<Values> {
	const keys: Record<string, unknown> = {};
	for (const { columns, foreignColumns, foreignTable } of referencesOf(table)) {
		const referred = TABLES.find(({ name }) => name === foreignTable);
		if (referred === undefined || columns.every((name) => name in given)) continue;
		const row = await fillTable(db, referred, given, "referred");
		for (const [at, name] of columns.entries()) keys[name] = row[foreignColumns[at] ?? ""];
	}
	return keys;
}

/**
 * Inserts a row with the `given` values by column name, arbitrary values in the other columns, and new rows for those it
 * refers to; returns it. Does nothing when a row with the same key exists.
 */
export async function fillTable(
	db: Db,
	{ name: tableName, table, columns }: SchemaTable,
	given: Values,
	marker: string,
): Promise<Values> {
	const keys = await fillReferences(db, table, given);
	const values = Object.fromEntries(
		Object.entries(columns).map(([name, column]) => [
			name,
			given[name] ?? keys[name] ?? FIXED[tableName]?.[name] ?? anyValue(column, marker),
		]),
	);
	await db
		.insert(table as typeof schema.users)
		.values(values as typeof schema.users.$inferInsert)
		.onConflictDoNothing();
	return values;
}

/** Inserts two rows or more in every table, all of one organization, with nested JSON. */
export async function fillAllTables(db: Db): Promise<void> {
	const metadata = { z: 1, a: { y: [1, null, "é\n\u{1F600}"], b: 1e21 } };
	const { id: orgId } = organizationRow();
	await db.insert(schema.organizations).values(organizationRow({ id: orgId, metadata }));
	for (const table of TABLES) for (const marker of ["first", "second"]) await fillTable(db, table, { orgId }, marker);
}

/** Reads all rows of a table. */
export async function rowsOf(db: Db, { table }: SchemaTable): Promise<readonly Readonly<Record<string, unknown>>[]> {
	return db.select().from(table as typeof schema.users);
}
