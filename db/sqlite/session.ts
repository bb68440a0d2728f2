/**
 * drizzle's bun-sqlite driver is synchronous, its transaction() commits at the first await (drizzle-orm#2275), and it
 * binds LIMIT. This is the same driver with promises, so that one code path serves SQLite and Postgres. It relies on
 * internals of drizzle: the version is pinned, and the parity tests run on every upgrade.
 */
import { Column, is, Param, Placeholder, type Query } from "drizzle-orm";
import {
	BaseSQLiteDatabase,
	type PreparedQueryConfig,
	SQLiteAsyncDialect,
	SQLitePreparedQuery,
	SQLiteSession,
} from "drizzle-orm/sqlite-core";
import * as drizzleUtils from "drizzle-orm/utils";
import type { Db } from "../store.ts";

type Row = unknown[];
type Values = Record<string, unknown>;
type Field = { readonly path: string[]; readonly field: unknown };
type Method = "run" | "all" | "get" | "values";
type Decoder = { mapFromDriverValue(value: unknown): unknown };
type MapRow = (fields: readonly Field[], row: Row, nullable: unknown) => unknown;

// Missing from drizzle's declarations, although all of its drivers use it.
const { mapResultRow } = drizzleUtils as unknown as { mapResultRow: MapRow };

/** Result of a statement that only writes. */
export interface WriteResult {
	/** Number of rows inserted, updated or deleted. */
	readonly changes: number;
}

/** Runs statements; returns a promise only when it has to wait. */
export interface Statements {
	/** Runs a statement that returns rows: a select, or with `writes` an insert, update or delete with `RETURNING`. */
	rows(text: string, params: unknown[], writes: boolean): Row[] | Promise<Row[]>;
	/** Runs a statement that only writes. */
	write(text: string, params: unknown[]): WriteResult | Promise<WriteResult>;
}

/** Returns the decoder of a selected field, null when the driver's value needs none. */
function decoderOf(field: unknown): Decoder | null {
	if (is(field, Column)) {
		return field.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : field;
	}
	const { sql: inner = field } = field as { sql?: unknown };
	return (inner as { decoder: Decoder }).decoder;
}

/**
 * Returns `mapResultRow` for a flat selection, with the work common to all rows done once. Undefined for a nested one.
 */
function flatMapper(fields: readonly Field[]): ((row: Row) => unknown) | undefined {
	if (fields.some(({ path }) => path.length !== 1)) return undefined;
	const columns = fields.map(({ path, field }) => ({ key: path[0] ?? "", decoder: decoderOf(field) }));
	return (row) => {
		const out: Values = {};
		for (let i = 0; i < columns.length; i++) {
			const column = columns[i];
			if (column === undefined) continue;
			const value = row[i];
			out[column.key] = value === null || column.decoder === null ? value : column.decoder.mapFromDriverValue(value);
		}
		return out;
	};
}

/** A parameter of a statement: a fixed value, or a placeholder filled at each execution. */
interface Parameter {
	/** Name of the placeholder; null for a fixed value. */
	readonly name: string | null;
	readonly value: unknown;
	/** Null when the value needs no encoding. */
	readonly encoder: { mapToDriverValue(value: unknown): unknown } | null;
}

const identityEncoder: unknown = Column.prototype.mapToDriverValue;

/** Resolves the parameters once per statement; undefined when all are fixed values. */
function parametersOf(params: readonly unknown[]): readonly Parameter[] | undefined {
	const parameters = params.map((param): Parameter => {
		const [placeholder, encoder] = is(param, Param) ? [param.value, param.encoder] : [param, null];
		if (!is(placeholder, Placeholder)) return { name: null, value: param, encoder: null };
		const { name } = placeholder as { readonly name: string };
		return { name, value: undefined, encoder: encoder?.mapToDriverValue === identityEncoder ? null : encoder };
	});
	return parameters.some(({ name }) => name !== null) ? parameters : undefined;
}

/** Returns the value of a parameter at one execution. */
function boundValue({ name, value, encoder }: Parameter, values: Values): unknown {
	if (name === null) return value;
	const given = values[name];
	if (given === undefined && !(name in values)) throw new Error(`no value for the placeholder ${name}`);
	// null means no value and is not encoded: drizzle's own substitution would store JSON's null.
	return given === null || encoder === null ? given : encoder.mapToDriverValue(given);
}

class AsyncQuery extends SQLitePreparedQuery<PreparedQueryConfig & { type: "async" }> {
	readonly #statements: Statements;
	readonly #writes: boolean;
	readonly #parameters: readonly Parameter[] | undefined;
	readonly #fields: readonly Field[] | undefined;
	readonly #mapAll: ((rows: Row[]) => unknown) | undefined;
	#mapRow: ((row: Row) => unknown) | undefined;

	constructor(
		statements: Statements,
		query: Query,
		method: Method,
		fields: readonly Field[] | undefined,
		mapAll: ((rows: Row[]) => unknown) | undefined,
		writes: boolean,
	) {
		super("async", method as "run" | "all" | "get", query);
		this.#statements = statements;
		this.#writes = writes;
		this.#fields = fields;
		this.#mapAll = mapAll;
		this.#parameters = parametersOf(query.params);
	}

	/** A plain loop, since every statement of the hot path runs it. */
	#params(values: Values = {}): unknown[] {
		if (this.#parameters === undefined) return this.query.params;
		const params: unknown[] = [];
		for (const parameter of this.#parameters) params.push(boundValue(parameter, values));
		return params;
	}

	#rows(values: Values | undefined): Row[] | Promise<Row[]> {
		return this.#statements.rows(this.query.sql, this.#params(values), this.#writes);
	}

	#map(rows: Row[]): unknown {
		if (this.#mapAll !== undefined) return this.#mapAll(rows);
		const fields = this.#fields;
		if (fields === undefined) return rows;
		if (this.#mapRow === undefined) {
			// Set by the builder after construction: joined tables that may be null as a whole.
			const nullable = (this as unknown as { joinsNotNullableMap?: unknown }).joinsNotNullableMap;
			this.#mapRow = flatMapper(fields) ?? ((row) => mapResultRow(fields, row, nullable));
		}
		return rows.map(this.#mapRow);
	}

	/** Creates a single promise for a read, whose rows are available at once: promises are costly on the hot path. */
	override all(values?: Values): Promise<unknown> {
		try {
			const rows = this.#rows(values);
			return rows instanceof Promise ? rows.then((late) => this.#map(late)) : Promise.resolve(this.#map(rows));
		} catch (error) {
			return Promise.reject(error);
		}
	}

	override async get(values?: Values): Promise<unknown> {
		const rows = await this.all(values);
		return Array.isArray(rows) ? rows[0] : rows;
	}

	override async values(values?: Values): Promise<Row[]> {
		return this.#rows(values);
	}

	override async run(values?: Values): Promise<WriteResult> {
		return this.#statements.write(this.query.sql, this.#params(values));
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
		mapAll?: (rows: Row[]) => unknown,
		metadata?: { type: "select" | "update" | "delete" | "insert" },
	): AsyncQuery {
		// Only $count comes without metadata; a write sent to the read connection by mistake fails there.
		const writes = metadata !== undefined && metadata.type !== "select";
		return new AsyncQuery(this.#statements, literalLimit(query), method, fields, mapAll, writes);
	}

	override transaction(): never {
		throw new Error("use `WriteHandle.tx`");
	}
}

/** Creates a query builder that runs its statements on `statements`. */
export function asyncSqlite(statements: Statements): Db {
	const dialect = new SQLiteAsyncDialect({ casing: "snake_case" });
	const session = new AsyncSession(dialect, statements);
	return new BaseSQLiteDatabase<"async", unknown>("async", dialect, session, undefined);
}
