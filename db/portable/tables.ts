import { type Column, getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { PgTable, getTableConfig as postgresConfig } from "drizzle-orm/pg-core";
import { type SQLiteTable, getTableConfig as sqliteConfig } from "drizzle-orm/sqlite-core";
import { once } from "#kernel/once";
import * as schema from "../schema/index.ts";

/** What a column holds, whatever its engine calls that. JSON is handled as its canonical text. */
export type PortableKind = "text" | "integer" | "real" | "boolean" | "json";

/** A column of a {@link PortableTable}. */
export interface PortableColumn {
	/** Name in the database. */
	readonly name: string;
	/** Name in the schema. */
	readonly property: string;
	readonly kind: PortableKind;
}

/** A table as both engines have it. */
export interface PortableTable {
	readonly name: string;
	/** In the order in which a {@link PortableRow} has their values. */
	readonly columns: readonly PortableColumn[];
	/** Places of the columns of the primary key in {@link PortableTable.columns}, in the order of the key. */
	readonly key: readonly number[];
}

/** A value of a row: of JSON its canonical text; of a number without digits (`Infinity`) its name. */
export type PortableValue = string | number | boolean | null;

/** A row: its values in the order of the columns. */
export type PortableRow = readonly PortableValue[];

/** The values of a row's primary key. */
export type PortableKey = readonly (string | number)[];

/**
 * The queue of what is to be indexed for searches of transcripts. The index itself differs on each engine, so neither is
 * copied: the queue gets all transcripts instead.
 */
const INDEX_QUEUE = "unindexed_segments";

interface Described {
	readonly table: PortableTable;
	/** Names of the tables that its rows refer to. */
	readonly references: readonly string[];
}

function kindOf(column: Column): PortableKind {
	const type = column.getSQLType();
	if (column.dataType === "boolean") return "boolean";
	if (column.dataType === "json" || type === "jsonb") return "json";
	if (column.dataType === "number") return type === "real" || type === "double precision" ? "real" : "integer";
	if (type.startsWith("text")) return "text";
	throw new Error(`the column ${column.name} is of a type that cannot be copied: ${type}`);
}

function describe(table: Table): Described {
	const { primaryKeys, foreignKeys } = is(table, PgTable) ? postgresConfig(table) : sqliteConfig(table as SQLiteTable);
	const properties = Object.entries(getTableColumns(table));
	const columns = properties.map(([property, column]) => ({
		name: toSnakeCase(property),
		property,
		kind: kindOf(column),
	}));
	const own = properties.filter(([, column]) => column.primary).map(([property]) => property);
	const names = primaryKeys.flatMap((key) => (key.columns as readonly Column[]).map(({ name }) => name));
	const key = [...names, ...own].map((name) => columns.findIndex(({ property }) => property === name));
	return {
		table: { name: getTableName(table), columns, key },
		references: foreignKeys.map((each) => getTableName(each.reference().foreignTable)),
	};
}

/** Returns tables so that each comes after those that its rows refer to. */
function inOrder(described: readonly Described[]): PortableTable[] {
	const sorted: PortableTable[] = [];
	let left = described;
	while (left.length > 0) {
		const names = new Set(left.map(({ table }) => table.name));
		const free = left.filter(({ references }) => references.every((name) => !names.has(name)));
		if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(", ")}`);
		sorted.push(...free.map(({ table }) => table));
		left = left.filter((each) => !free.includes(each));
	}
	return sorted;
}

/** Returns every table of the schema, each after those that its rows refer to. */
export const allTables = once((): readonly PortableTable[] =>
	inOrder(
		Object.values(schema)
			.filter((value) => is(value, Table))
			.map(describe),
	),
);

/** Returns the tables whose rows are copied, in the same order: all but the queue of the search index. */
export const portableTables = once((): readonly PortableTable[] =>
	allTables().filter(({ name }) => name !== INDEX_QUEUE),
);

/**
 * Queues all transcripts to be indexed, for a database whose rows were copied; the same statement on both engines. What is
 * written from then on is indexed before them.
 */
export const QUEUE_ALL_TRANSCRIPTS = `INSERT INTO ${INDEX_QUEUE} (org_id, transcript_id, from_ms, to_ms, due_at_ms) SELECT org_id, id, 0, 9007199254740991, 9000000000000000 FROM transcripts WHERE deleted_at_ms IS NULL AND state <> 'failed'`;

/** Returns a name as both engines quote it. */
export const quoted = (name: string): string => `"${name}"`;

/** Returns the key of a row. */
export const keyOf = ({ key }: PortableTable, row: PortableRow): PortableKey =>
	key.map((at) => row[at] as string | number);

/** Returns a row as the schema has it: by the names of its properties, with JSON parsed. */
export const toProperties = ({ columns }: PortableTable, row: PortableRow): Record<string, unknown> =>
	Object.fromEntries(
		columns.map(({ property, kind }, at) => {
			const value = row[at];
			return [property, kind === "json" && typeof value === "string" ? JSON.parse(value) : value];
		}),
	);
