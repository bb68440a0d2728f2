import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { once } from "#kernel/once";
import { declarationOf, type TenantDeclaration } from "./declarations.ts";
import { allTables } from "./portable/tables.ts";
import * as schema from "./schema/index.ts";

/** Name of a table in the database. */
export type TableName = Extract<(typeof schema)[keyof typeof schema], Table>["_"]["name"];

/** A table with rows of organizations. */
export interface TenantTable {
	readonly name: TableName;
	readonly table: SQLiteTable;
	/** Columns by their names in the schema. */
	readonly columns: Readonly<Record<string, SQLiteColumn>>;
	readonly orgId: SQLiteColumn;
	/** Names of the columns that identify a row within its organization. */
	readonly key: readonly string[];
	/** What the schema says of its rows. */
	readonly declaration: TenantDeclaration;
}

/** Returns all tables with rows of organizations, each after those that its rows refer to. */
export const tenantTables = once((): readonly TenantTable[] => {
	const tables = new Map<string, SQLiteTable>(
		Object.values(schema).flatMap((value) => (is(value, Table) ? [[getTableName(value), value] as const] : [])),
	);
	return allTables().flatMap(({ name, columns: all, key }) => {
		const table = tables.get(name);
		const columns: TenantTable["columns"] = table ? getTableColumns(table) : {};
		const { orgId } = columns;
		const declaration = orgId && declarationOf(orgId).tenant;
		if (table === undefined || orgId === undefined || declaration === undefined) return [];
		const within = key.map((at) => all[at]?.property ?? "").filter((property) => property !== "orgId");
		return [{ name: name as TableName, table, columns, orgId, key: within, declaration }];
	});
});
