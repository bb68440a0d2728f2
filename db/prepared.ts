import { getTableColumns, type Placeholder, sql, type Table } from "drizzle-orm";
import type { Db, StoreHandle } from "./store.ts";

interface Query {
	execute(values: Record<string, unknown>): PromiseLike<unknown>;
}

/** A builder that can be prepared: what `db.select()…`, `insert()…returning()` and the like are. */
interface Preparable<Result> {
	prepare(name?: string): { execute(values?: Record<string, unknown>): PromiseLike<Result> };
}

/**
 * A statement built once for each handle it runs on, for the few on every request's path: about a sixth of the cost of
 * building it each time. Values go in by `sql.placeholder("name")`; joins are written with `eqHot`, limits literally.
 * `on` is a store (each call on its own) or the `Db` of a transaction. On SQLite that is one handle for all
 * transactions, so writes are built once as well; on Postgres each transaction builds its own.
 */
export function prepared<Row, Values extends Record<string, unknown>>(
	name: string,
	build: (db: Db) => Preparable<Row[]>,
): (on: StoreHandle | Db, values: Values) => Promise<Row[]>;
/** The same for a statement that answers no rows. */
export function prepared<Values extends Record<string, unknown>>(
	name: string,
	build: (db: Db) => Preparable<unknown>,
): (on: StoreHandle | Db, values: Values) => Promise<unknown>;
/** Both of the above. */
export function prepared(
	name: string,
	build: (db: Db) => Preparable<unknown>,
): (on: StoreHandle | Db, values: Record<string, unknown>) => Promise<unknown> {
	const known = new WeakMap<Db, Query>();
	return (on, values) => {
		const db = "tx" in on ? on.db : on;
		let query = known.get(db);
		if (query === undefined) {
			query = build(db).prepare(name);
			known.set(db, query);
		}
		// Builders answer real promises; wrapping one again would cost the hot path a turn of the loop.
		return query.execute(values) as Promise<unknown>;
	};
}

/** A placeholder for each column of a table, under the column's name: the values of a prepared insert of whole rows. */
export function placeholdersOf<T extends Table>(table: T): { [Key in keyof T["$inferInsert"]]: Placeholder } {
	const names = Object.keys(getTableColumns(table));
	return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as ReturnType<typeof placeholdersOf<T>>;
}
