/**
 * drizzle's bun-sql driver wraps each failure in an error whose message contains the statement's values (password hashes
 * and addresses would end up in the log), and builds its mapping of rows at each execution. This is the same driver on
 * the compiled queries of both engines.
 */
import { is, Param, type Query } from "drizzle-orm";
import { PgDatabase, PgDialect, PgPreparedQuery, type PgQueryResultHKT, PgSession } from "drizzle-orm/pg-core";
import type { PreparedQueryConfig } from "drizzle-orm/pg-core/session";
import { CompiledQuery, type Field, type Statements, type Values } from "../compiled-query.ts";
import { isJsonColumn, JsonText } from "../dsl.ts";
import { registerStatements } from "../statement.ts";
import type { Db } from "../store.ts";

class PostgresQuery extends PgPreparedQuery<PreparedQueryConfig> {
	readonly compiled: CompiledQuery;
	readonly #statements: Statements;

	constructor(statements: Statements, query: Query, fields: readonly Field[] | undefined, writes: boolean) {
		super(query, undefined, undefined);
		this.#statements = statements;
		const nullable = () => (this as unknown as { joinsNotNullableMap?: unknown }).joinsNotNullableMap;
		this.compiled = new CompiledQuery({ query, fields, writes, nullable });
	}

	override execute(values: Values = {}): Promise<unknown> {
		return this.compiled.execute(this.#statements, values);
	}
}

/** Casts JSON parameters from their text: `$3::text::jsonb`, see {@link JsonText}. */
class Dialect extends PgDialect {
	override escapeParam(number: number, value?: unknown): string {
		const isJson = value instanceof JsonText || (is(value, Param) && isJsonColumn(value.encoder));
		return isJson ? `$${number + 1}::text::jsonb` : `$${number + 1}`;
	}
}

class PostgresSession extends PgSession<PgQueryResultHKT> {
	readonly #statements: Statements;

	constructor(dialect: PgDialect, statements: Statements) {
		super(dialect);
		this.#statements = statements;
	}

	override prepareQuery(
		query: Query,
		fields: readonly Field[] | undefined,
		_name?: string,
		_isResponseInArrayMode?: boolean,
		_mapAll?: (rows: unknown[][]) => unknown,
		metadata?: { type: "select" | "update" | "delete" | "insert" },
	): PostgresQuery {
		return new PostgresQuery(this.#statements, query, fields, metadata !== undefined && metadata.type !== "select");
	}

	override async count(query: Parameters<PgSession["count"]>[0]): Promise<number> {
		const { sql, params } = this.dialect.sqlToQuery(query);
		const [row] = await this.#statements.rows(sql, params, false);
		return Number(row?.[0]);
	}

	override transaction(): never {
		throw new Error("use `WriteHandle.tx`");
	}
}

/** One for all builders, since it remembers the names of columns, and every transaction has a builder of its own. */
const dialect = new Dialect({ casing: "snake_case" });

/** Creates a query builder that runs its statements on `statements`. */
export function asyncPostgres(statements: Statements): Db {
	const db = new PgDatabase(dialect, new PostgresSession(dialect, statements), undefined) as unknown as Db;
	registerStatements(db, statements);
	return db;
}
