import { getTableColumns, type Placeholder, sql, type Table } from "drizzle-orm";
import type { Db, ReadDb, ReadHandle } from "./store.ts";

interface Query<Result> {
	execute(values: Record<string, unknown>): PromiseLike<Result>;
}

/** A builder that can be prepared, such as `db.select()…` or `insert()…returning()`. */
interface Preparable<Result> {
	prepare(name?: string): { execute(values?: Record<string, unknown>): PromiseLike<Result> };
}

/** Prepares a statement once for each handle it runs on. */
function once<On extends object, Result>(name: string, build: (db: On) => Preparable<Result>) {
	const known = new WeakMap<On, Query<Result>>();
	return (db: On, values: Record<string, unknown>): Promise<Result> => {
		let query = known.get(db);
		if (query === undefined) {
			query = build(db).prepare(name);
			known.set(db, query);
		}
		// Builders return real promises; wrapping one again would cost the hot path a turn of the event loop.
		return query.execute(values) as Promise<Result>;
	};
}

/**
 * Creates a read statement that is built once for each handle it runs on: about a sixth of the cost of building it each
 * time; for the few statements on every request's path. Values are passed by `sql.placeholder("name")`; joins use
 * `eqHot`, limits are literals. `on` is a store (each call on its own) or the `Db` of a transaction. On SQLite that is
 * one handle for all transactions; on Postgres each transaction builds its own.
 */
export function prepared<Row, Values extends Record<string, unknown>>(
	name: string,
	build: (db: ReadDb) => Preparable<Row[]>,
): (on: ReadHandle | ReadDb, values: Values) => Promise<Row[]> {
	const run = once(name, build);
	return (on, values) => run("db" in on ? on.db : on, values);
}

/** Creates a write statement, to be run within a transaction; see {@link prepared}. */
export const preparedWrite = <Values extends Record<string, unknown>, Result>(
	name: string,
	build: (tx: Db) => Preparable<Result>,
): ((tx: Db, values: Values) => Promise<Result>) => once(name, build);

/**
 * Returns a placeholder for each column of a table, named like the column: the values of a prepared insert of whole
 * rows.
 */
export function placeholdersOf<T extends Table>(table: T): { [Key in keyof T["$inferInsert"]]: Placeholder } {
	const names = Object.keys(getTableColumns(table));
	return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as ReturnType<typeof placeholdersOf<T>>;
}
