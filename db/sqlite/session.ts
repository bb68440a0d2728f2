/**
 * drizzle's bun-sqlite driver is synchronous, its transaction() commits at the first await (drizzle-orm#2275), and it
 * binds LIMIT. This is the same driver with promises, so that one code path serves SQLite and Postgres. It relies on
 * internals of drizzle: the version is pinned, and the parity tests run on every upgrade.
 */
import { is, Placeholder, type Query } from "drizzle-orm";
import {
	BaseSQLiteDatabase,
	type PreparedQueryConfig,
	SQLiteAsyncDialect,
	SQLitePreparedQuery,
	SQLiteSession,
} from "drizzle-orm/sqlite-core";
import { CompiledQuery, type Field, type Statements, type Values, type WriteResult } from "../compiled-query.ts";
import { registerStatements } from "../statement.ts";
import type { Db } from "../store.ts";

type Method = "run" | "all" | "get" | "values";

class AsyncQuery extends SQLitePreparedQuery<PreparedQueryConfig & { type: "async" }> {
	readonly compiled: CompiledQuery;
	readonly #statements: Statements;

	constructor(
		statements: Statements,
		query: Query,
		method: Method,
		fields: readonly Field[] | undefined,
		writes: boolean,
	) {
		super("async", method as "run" | "all" | "get", query);
		this.#statements = statements;
		const nullable = () => (this as unknown as { joinsNotNullableMap?: unknown }).joinsNotNullableMap;
		this.compiled = new CompiledQuery({ query, fields, writes, nullable });
	}

	override all(values: Values = {}): Promise<unknown> {
		return this.compiled.execute(this.#statements, values);
	}

	override async get(values?: Values): Promise<unknown> {
		const rows = await this.all(values);
		return Array.isArray(rows) ? rows[0] : rows;
	}

	override values(values: Values = {}): Promise<unknown[][]> {
		return this.compiled.rows(this.#statements, values);
	}

	override run(values: Values = {}): Promise<WriteResult> {
		return this.compiled.execute(this.#statements, values) as Promise<WriteResult>;
	}

	isResponseInArrayMode(): boolean {
		return true;
	}
}

/**
 * Inlines an integer LIMIT. SQLite recompiles a statement whenever a bound LIMIT is set (its planner looks at the
 * value): twice the time of a small query.
 */
function literalLimit(query: Query): Query {
	const limit = query.params.at(-1);
	if (!query.sql.endsWith(" limit ?") || !Number.isSafeInteger(limit)) return query;
	return { ...query, sql: query.sql.slice(0, -1) + String(limit), params: query.params.slice(0, -1) };
}

/**
 * Writes the parameters of conditions as `+?`. SQLite 3.54.1 compiles a statement again at each execution when a bound
 * parameter takes part in planning, as in any join and in LIMIT (9 µs → 2 µs with the unary plus, which takes it out).
 * It also drops type affinity: a value must have the type that the column stores.
 */
class Dialect extends SQLiteAsyncDialect {
	override escapeParam(_number: number, value?: unknown): string {
		return is(value, Placeholder) ? "+?" : "?";
	}
}

class AsyncSession extends SQLiteSession<"async", unknown, Record<string, never>, Record<string, never>> {
	readonly #statements: Statements;

	constructor(dialect: SQLiteAsyncDialect, statements: Statements) {
		super(dialect);
		this.#statements = statements;
	}

	override prepareQuery(
		query: Query,
		fields: readonly Field[] | undefined,
		method: Method,
		_isResponseInArrayMode: boolean,
		_mapAll?: (rows: unknown[][]) => unknown,
		metadata?: { type: "select" | "update" | "delete" | "insert" },
	): AsyncQuery {
		// Only $count comes without metadata; a write sent to the read connection by mistake fails there.
		const writes = metadata !== undefined && metadata.type !== "select";
		return new AsyncQuery(this.#statements, literalLimit(query), method, fields, writes);
	}

	override transaction(): never {
		throw new Error("use `WriteHandle.tx`");
	}
}

/** Creates a query builder that runs its statements on `statements`. */
export function asyncSqlite(statements: Statements): Db {
	const dialect = new Dialect({ casing: "snake_case" });
	const session = new AsyncSession(dialect, statements);
	const db = new BaseSQLiteDatabase<"async", unknown>("async", dialect, session, undefined);
	registerStatements(db, statements);
	return db;
}
