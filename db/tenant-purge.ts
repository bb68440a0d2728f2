import { eq, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { declarationOf } from "./declarations.ts";
import { ALL_TABLES, type PortableTable } from "./portable/tables.ts";
import { deletePortion, type RunPortions } from "./portions.ts";
import { PURGE_ORDER } from "./purge-order.ts";
import * as schema from "./schema/index.ts";
import type { Db } from "./store.ts";

/**
 * Erases up to `limit` rows of an organization, and returns their number: fewer when none are left. The organization is a
 * tombstone by then, or in the same transaction.
 */
export type EraseTenant = (tx: Db, orgId: string, limit: number) => Promise<number>;

/**
 * Erases all of an organization in portions, one table after the other: a portion looks into one table only, however many
 * there are.
 */
export type EraseTenantInPortions = (inPortions: RunPortions, orgId: string) => Promise<void>;

/** Name of a table in the database. */
type TableName = Extract<(typeof schema)[keyof typeof schema], Table>["_"]["name"];

/** How modules erase the rows of some tables in place of a plain deletion: of those that the schema declares `erased`. */
export type OwnErasures = Readonly<Partial<Record<TableName, EraseTenant>>>;

/** A table that is emptied of a purged organization. */
interface PurgedTable {
	readonly name: TableName;
	/** Deletes its rows. */
	readonly erase: EraseTenant;
}

const declared = new Map<string, SQLiteTable>(
	Object.values(schema).flatMap((value) => (is(value, Table) ? [[getTableName(value), value] as const] : [])),
);

function toPurged({ name, columns, key }: PortableTable): PurgedTable | undefined {
	const table = declared.get(name);
	const properties: Readonly<Record<string, SQLiteColumn>> = table ? getTableColumns(table) : {};
	const { orgId } = properties;
	const tenant = orgId && declarationOf(orgId).tenant;
	if (table === undefined || orgId === undefined || tenant === undefined || "keeps" in tenant) return undefined;
	const within = key.flatMap((at) => {
		const column = properties[columns[at]?.property ?? ""];
		return column === undefined || column === orgId ? [] : [column];
	});
	return { name: name as TableName, erase: (tx, id, limit) => deletePortion(tx, table, within, eq(orgId, id), limit) };
}

/** Place of a table in {@link PURGE_ORDER}; −1 when it is not named. */
const places = new Map(PURGE_ORDER.map((table, place) => [getTableName(table), place]));
const placeOf = ({ name }: PurgedTable): number => places.get(name) ?? -1;

/** The tables that are emptied of a purged organization, in this order: all whose rows do not stay, see `db/declarations.ts`. */
export const PURGED_TABLES: readonly PurgedTable[] = ALL_TABLES.toReversed()
	.map(toPurged)
	.filter((table) => table !== undefined)
	.sort((one, other) => placeOf(one) - placeOf(other));

/**
 * Creates what erases everything of a purged organization.
 * @param own returns those of all modules
 */
export function createTenantPurge(own: () => OwnErasures): {
	readonly eraseTenant: EraseTenant;
	readonly eraseTenantInPortions: EraseTenantInPortions;
} {
	return {
		async eraseTenant(tx, orgId, limit) {
			let erased = 0;
			for (const { name, erase } of PURGED_TABLES)
				if (erased < limit) erased += await (own()[name] ?? erase)(tx, orgId, limit - erased);
			return erased;
		},
		async eraseTenantInPortions(inPortions, orgId) {
			for (const { name, erase } of PURGED_TABLES)
				await inPortions((tx, limit) => (own()[name] ?? erase)(tx, orgId, limit));
		},
	};
}
