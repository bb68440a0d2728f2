/**
 * Long work runs in portions: a larger tenant does not mean longer transactions (decision 030). What must take effect
 * at once is one row (a tombstone, the epoch of the sessions of a person); a job or a cleanup does the rest in
 * transactions of about 10 ms, and the store warns from 50 ms on. On SQLite, others read between the statements of a
 * transaction.
 */
import { and, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { dialect } from "./dialect.ts";
import { affectedRows } from "./dsl.ts";
import { tenantTables } from "./guard.ts";
import { type Bound, readRows, write } from "./statement.ts";
import type { Db } from "./store.ts";

/**
 * A portion of long work: changes up to `limit` rows, which it does not find again, and returns their number. Fewer than
 * `limit`: none are left.
 */
export type Portion<Tx = Db> = (tx: Tx, limit: number) => Promise<number>;

/** Runs portions, each in a transaction of its own, until none is left. */
export type RunPortions = (portion: Portion) => Promise<void>;

/** Options of {@link inPortions}. */
export interface PortionOptions {
	/** Ends the work before its next portion, by rejecting with the signal's reason. */
	readonly signal?: AbortSignal;
	/** Maximum number of rows of a portion; default 2,000. */
	readonly maxRows?: number;
}

/** Number of rows of the first portion, and minimum of each: what is slower than that is not slow because of its rows. */
const MIN_ROWS = 100;
const MAX_ROWS = 2_000;
/** Intended duration of a portion, in ms: all other writes wait for it, and on SQLite the reads of this process. */
const PORTION_MS = 10;

/**
 * Does long work in portions, so that no transaction is long whatever the amount: each in a transaction of its own, as
 * large as takes about 10 ms, with pauses as long as they took for everybody else. Whoever is interrupted starts again:
 * what is done is not found again.
 * @param transact runs a portion in a transaction, such as `store.writing(name).tx`
 */
export async function inPortions<Tx>(
	transact: (work: (tx: Tx) => Promise<number>) => Promise<number>,
	portion: Portion<Tx>,
	{ signal, maxRows = MAX_ROWS }: PortionOptions = {},
): Promise<void> {
	for (let limit = Math.min(MIN_ROWS, maxRows); ; ) {
		signal?.throwIfAborted();
		const size = limit;
		let durationMs = 0;
		const changed = await transact(async (tx) => {
			const start = performance.now();
			const rows = await portion(tx, size);
			durationMs = performance.now() - start;
			return rows;
		});
		if (changed < size) return;
		limit = Math.min(maxRows, Math.max(MIN_ROWS, Math.floor(size * Math.min(2, PORTION_MS / durationMs))));
		await Bun.sleep(durationMs);
	}
}

/**
 * Deletes up to `limit` of the rows that match `which`, and returns their number; see {@link Portion}.
 * @param key the columns that identify a row; on a tenant table those that do within the tenant, which `which` binds
 */
export async function deletePortion(
	db: Db,
	table: SQLiteTable,
	key: SQLiteColumn | readonly SQLiteColumn[],
	which: SQL | undefined,
	limit: number,
): Promise<number> {
	const columns = [key].flat();
	const [column, ...others] = columns;
	if (column === undefined) throw new Error("a row has a key");
	const isChosen =
		others.length === 0
			? isInPortion(db, table, column, which, limit)
			: isAnyOf(columns, listOf(columns, await selectKeys(db, table, columns, which, limit)));
	// Asked again, since on Postgres others may have changed a row meanwhile; within `is true`, or the engines would find all
	// rows by it to look for the portion among them. But the tenant guard wants the organization as it is.
	const again = tenantTables.has(getTableName(table)) ? which : which && sql`(${which}) is true`;
	return affectedRows(await db.delete(table).where(and(again, isChosen)));
}

/**
 * Creates a function that does the same as {@link deletePortion} with statements that are compiled once: for what is
 * deleted of one thing after another, most of which have little or nothing of it.
 * @param which the rows, given the values that say whose they are
 */
export function portionDeletion<V extends Readonly<Record<string, string>>>(
	table: SQLiteTable,
	key: SQLiteColumn | readonly SQLiteColumn[],
	which: (values: Bound<V>) => SQL | undefined,
): (tx: Db, values: V, limit: number) => Promise<number> {
	const columns = [key].flat();
	const selected = Object.fromEntries(columns.map((column, index) => [index, column]));
	const select = readRows((db, values: Bound<V & { limit: number }>) => {
		const { limit } = values as Bound<{ limit: number }>;
		return db.select(selected).from(table).where(which(values)).limit(limit);
	});
	const remove = write((tx, values: Bound<V & { keys: string }>) => {
		const { keys } = values as Bound<{ keys: string }>;
		return tx.delete(table).where(and(which(values), isAnyOf(columns, keys)));
	});
	return async (tx, values, limit) => {
		const keys = await select(tx, { ...values, limit });
		return keys.length === 0 ? 0 : remove(tx, { ...values, keys: listOf(columns, keys) });
	};
}

/**
 * Returns the condition that a row is one of the first `limit` that match `which`, for an update; see
 * {@link deletePortion}. Postgres gets an array: given a query it may join that with all rows of the table, at the cost
 * of all of them for each portion.
 * @param order which rows are the first; default: any
 */
export function isInPortion(
	db: Db,
	table: SQLiteTable,
	key: SQLiteColumn,
	which: SQL | undefined,
	limit: number,
	order: readonly SQL[] = [],
): SQL {
	const keys = db
		.select({ key })
		.from(table)
		.where(which)
		.orderBy(...order)
		.limit(limit);
	return dialect === "sqlite" ? sql`${key} in ${keys}` : sql`${key} = any(array${keys})`;
}

const selectKeys = (
	db: Db,
	table: SQLiteTable,
	columns: readonly SQLiteColumn[],
	which: SQL | undefined,
	limit: number,
): Promise<Record<string, unknown>[]> =>
	db
		.select(Object.fromEntries(columns.map((column, index) => [index, column])))
		.from(table)
		.where(which)
		.limit(limit);

const listOf = (columns: readonly SQLiteColumn[], keys: readonly Readonly<Record<string, unknown>>[]): string =>
	JSON.stringify(keys.map((key) => columns.map((_column, index) => key[index])));

/** Returns the condition that a row has one of the keys of a {@link listOf} them. */
function isAnyOf(columns: readonly SQLiteColumn[], list: string | SQL): SQL {
	const isOne = columns.length === 1;
	const row = isOne ? sql`${columns[0]}` : sql`(${sql.join([...columns], sql`, `)})`;
	const items = columns.map((column, index) => {
		const at = sql.raw(String(index));
		if (dialect === "sqlite") return sql`json_extract(item.value, '$[${at}]')`;
		const [type = "text"] = column.getSQLType().split(" "); // Without its collation.
		return sql`cast(item.value ->> ${at} as ${sql.raw(type)})`;
	});
	const source =
		dialect === "sqlite"
			? sql`json_each(${list}) as item`
			: sql`jsonb_array_elements(cast(cast(${list} as text) as jsonb)) as item(value)`;
	const chosen = sql`(select ${sql.join(items, sql`, `)} from ${source})`;
	return isOne && dialect === "postgres" ? sql`${row} = any(array${chosen})` : sql`${row} in ${chosen}`;
}
