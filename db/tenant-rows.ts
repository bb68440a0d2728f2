import { and, type Column, eq, ne, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AppError } from "#kernel/errors";
import type { Slice } from "#kernel/list";
import type { Principal } from "#kernel/principal";
import { forUpdate } from "./dsl.ts";
import { type Keyset, type SliceValues, sliceValues } from "./keyset.ts";
import { organizations } from "./schema/index.ts";
import { type Bound, readRow, readRows, write, writeRow } from "./statement.ts";
import type { Db, ReadDb, Store } from "./store.ts";

/** A table whose columns begin with `ofTenant()`. */
type TenantTable = SQLiteTable & { readonly orgId: Column; readonly id: SQLiteColumn };

/** Reads the rows of one organization. */
export interface TenantReader<Row> {
	/** Returns the row with this id; undefined when there is none. */
	find(id: string): Promise<Row | undefined>;
	/** Returns a slice of the rows in this order; {@link tenantList} filters them as well. */
	list(order: Keyset<Row>, slice: Slice): Promise<Row[]>;
}

/** Reads and writes the rows of one organization within a change. */
export interface TenantWriter<Row> extends TenantReader<Row> {
	/** Returns the row with this id, locked until the transaction ends; undefined when there is none. */
	lock(id: string): Promise<Row | undefined>;
	insert(row: Omit<Row, "orgId">): Promise<void>;
	/** Inserts the row unless it violates a unique index; returns whether it was inserted. */
	tryInsert(row: Omit<Row, "orgId">): Promise<boolean>;
	update(id: string, values: Partial<Omit<Row, "orgId" | "id">>): Promise<void>;
	/** Deletes the row with this id and returns it; undefined when there was none. */
	remove(id: string): Promise<Row | undefined>;
}

/** Binds a handle to the rows of one organization: a change may write them, any other handle only reads. */
export interface TenantRows<Row> {
	(tx: Db, orgId: string): TenantWriter<Row>;
	(db: ReadDb, orgId: string): TenantReader<Row>;
}

/** Reads a slice of the rows of one organization, filtered by `V`. */
export type TenantList<Row, V> = (on: ReadDb, orgId: string, slice: Slice, values: V) => Promise<Row[]>;

/**
 * Creates the statement that lists rows of one organization.
 * @param condition returns the condition for the rows to be listed, given the parameters for the list's filters;
 * undefined: all rows
 */
export function tenantList<T extends TenantTable, V extends object = object>(
	table: T,
	order: Keyset<T["$inferSelect"]>,
	condition: (filters: Bound<V>) => SQL | undefined = () => undefined,
): TenantList<T["$inferSelect"], V> {
	// The builder's types cannot follow a table that is a type parameter: the rows are those of `T` in any case.
	const plain: SQLiteTable = table;
	const list = readRows((db, { orgId, after, take, ...filters }: Bound<SliceValues & { orgId: string }>) =>
		db
			.select()
			.from(plain)
			.where(and(eq(table.orgId, orgId), condition(filters as Bound<V>), order.after(after)))
			.orderBy(...order.by)
			.limit(take),
	);
	return (on, orgId, slice, values) => list(on, { orgId, ...sliceValues(slice), ...values });
}

/** Values of a statement on one row. */
type RowKey = { readonly orgId: string; readonly id: string };

/**
 * Creates the statements that nearly every tenant table needs. A repository adds its own:
 * `const rowsOf = tenantRows(labels); export const labelsOf = (tx: Db, orgId: string) => ({ ...rowsOf(tx, orgId), … })`.
 * @param visible condition for rows that exist for everything except the purge of the organization, e.g. those not revoked
 */
export function tenantRows<T extends TenantTable>(table: T, visible?: SQL): TenantRows<T["$inferSelect"]> {
	type Row = T["$inferSelect"];
	type Values = SQLiteTable["$inferInsert"];
	const plain: SQLiteTable = table;
	const isRow = ({ orgId, id }: Bound<RowKey>) => and(eq(table.orgId, orgId), eq(table.id, id), visible);
	const select = (db: ReadDb, key: Bound<RowKey>) => db.select().from(plain).where(isRow(key)).limit(1);

	const find = readRow(select);
	const lock = readRow((db, key: Bound<RowKey>) => forUpdate(select(db, key)));
	const insert = write((tx, row: Bound<Values>) => tx.insert(plain).values(row));
	const tryInsert = write((tx, row: Bound<Values>) => tx.insert(plain).values(row).onConflictDoNothing());
	const update = write((tx, { orgId, id, ...values }: Bound<Values & RowKey>) =>
		tx.update(plain).set(values).where(isRow({ orgId, id })),
	);
	const remove = writeRow((tx, key: Bound<RowKey>) => tx.delete(plain).where(isRow(key)).returning());
	const lists = new Map<Keyset<Row>, TenantList<Row, object>>();

	function listIn(order: Keyset<Row>): TenantList<Row, object> {
		const list = lists.get(order) ?? tenantList<T>(table, order, () => visible);
		lists.set(order, list);
		return list;
	}

	return (db: Db | ReadDb, orgId: string): TenantWriter<Row> => {
		const tx = db as Db; // A reader is typed as such, so its write methods cannot be called.
		return {
			find: (id) => find(db, { orgId, id }) as Promise<Row | undefined>,
			lock: (id) => lock(db, { orgId, id }) as Promise<Row | undefined>,
			list: (order, slice) => listIn(order)(db, orgId, slice, {}),
			async insert(row) {
				await insert(tx, { ...row, orgId });
			},
			tryInsert: async (row) => (await tryInsert(tx, { ...row, orgId })) === 1,
			async update(id, values) {
				await update(tx, { ...values, orgId, id });
			},
			remove: (id) => remove(tx, { orgId, id }) as Promise<Row | undefined>,
		};
	};
}

/** A store in which the rows of all organizations can be read. */
type AcrossTenants = Pick<Store, "acrossTenants">;

/** Returns the id of the organization that has the row with this id; undefined when there is none. */
export type TenantOf = (store: AcrossTenants, id: string) => Promise<string | undefined>;

/**
 * Creates the statement that finds the organization of a row by the row's id alone, for what system administrators do:
 * called by {@link orgOf}, and to record what they have read.
 * @param table one with the index `byOwnId`
 */
export function tenantOf(table: TenantTable): TenantOf {
	const plain: SQLiteTable = table;
	const orgId = table.orgId as SQLiteColumn;
	const find = readRow((db, { id }: Bound<{ id: string }>) =>
		db
			.select({ orgId })
			.from(plain)
			.crossJoin(organizations)
			// The rows of a purged organization are erased in portions: some may be left.
			.where(and(eq(table.id, id), eq(organizations.id, table.orgId), ne(organizations.state, "deleted")))
			.limit(1),
	);
	return async (store, id) => (await find(store.acrossTenants, { id }))?.orgId as string | undefined;
}

/**
 * Returns the organization in which a caller looks for a row that is addressed by its id alone: their own, so that a row
 * of another organization is missing to them; for a system administrator, who may act on any, the one that has the row.
 * @param notFound returns the error for a missing row
 * @throws the error of `notFound` when there is no such organization
 */
export async function orgOf(
	store: AcrossTenants,
	{ system, orgId }: Principal,
	find: TenantOf,
	id: string,
	notFound: () => AppError,
): Promise<string> {
	const found = system ? await find(store, id) : orgId;
	if (found === undefined || found === null) throw notFound();
	return found;
}
