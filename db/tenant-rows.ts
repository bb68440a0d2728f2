import { and, type Column, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Slice } from "#kernel/list";
import { forUpdate } from "./dsl.ts";
import type { Keyset } from "./keyset.ts";
import { deletePortion } from "./portions.ts";
import type { Db, ReadDb } from "./store.ts";

/** A table whose columns begin with `ofTenant()`. */
type TenantTable = SQLiteTable & { readonly orgId: Column; readonly id: SQLiteColumn };

/** Reads the rows of one organization. */
export interface TenantReader<Row> {
	/** Returns the row with this id; undefined when there is none. */
	find(id: string): Promise<Row | undefined>;
	/** Returns a slice of the rows in this order. @param filter additional condition; undefined: none */
	list(order: Keyset<Row>, slice: Slice, filter?: SQL): Promise<Row[]>;
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
	/** Deletes up to `limit` rows, visible or not, and returns their number. */
	removePortion(limit: number): Promise<number>;
}

/** Binds a handle to the rows of one organization: a change may write them, any other handle only reads. */
export interface TenantRows<Row> {
	(tx: Db, orgId: string): TenantWriter<Row>;
	(db: ReadDb, orgId: string): TenantReader<Row>;
}

/**
 * Creates the statements that nearly every tenant table needs. A repository adds its own:
 * `const rowsOf = tenantRows(labels); export const labelsOf = (tx: Db, orgId: string) => ({ ...rowsOf(tx, orgId), … })`.
 * @param visible condition for rows that exist for everything except {@link TenantWriter.removePortion}, e.g. those not
 * revoked
 */
export function tenantRows<T extends TenantTable>(table: T, visible?: SQL): TenantRows<T["$inferSelect"]> {
	type Row = T["$inferSelect"];
	// The builder's types cannot follow a table that is a type parameter: the rows are those of `T` in any case.
	const plain: SQLiteTable = table;

	return (db: Db | ReadDb, orgId: string): TenantWriter<Row> => {
		const tx = db as Db; // A reader is typed as such, so its write methods cannot be called.
		const ofOrganization = eq(table.orgId, orgId);
		const withId = (id: string) => and(ofOrganization, eq(table.id, id), visible);
		const valuesOf = (row: Omit<Row, "orgId">) => ({ ...row, orgId }) as SQLiteTable["$inferInsert"];
		const first = (rows: unknown[]) => rows[0] as Row | undefined;
		return {
			find: async (id) => first(await db.select().from(plain).where(withId(id)).limit(1)),
			lock: async (id) => first(await forUpdate(tx.select().from(plain).where(withId(id)).limit(1))),
			list: async (order, { after, take }, filter) =>
				(await db
					.select()
					.from(plain)
					.where(and(ofOrganization, visible, filter, order.after(after)))
					.orderBy(...order.by)
					.limit(take)) as Row[],
			async insert(row) {
				await tx.insert(plain).values(valuesOf(row));
			},
			async tryInsert(row) {
				const made = await tx.insert(plain).values(valuesOf(row)).onConflictDoNothing().returning();
				return made.length === 1;
			},
			async update(id, values) {
				await tx.update(plain).set(values).where(withId(id));
			},
			remove: async (id) => first(await tx.delete(plain).where(withId(id)).returning()),
			removePortion: (limit) => deletePortion(tx, plain, table.id, ofOrganization, limit),
		};
	};
}
