/**
 * The column facade: one table definition, two engines. Types are those of sqlite-core; at start-up the functions are
 * those of the engine in use. Everything here must mean the same on SQLite, PostgreSQL, Citus, CockroachDB and
 * YugabyteDB; a new column kind needs a parity test.
 */
import { type Column, is, type SQL, sql } from "drizzle-orm";
import * as P from "drizzle-orm/pg-core";
import * as S from "drizzle-orm/sqlite-core";
import { dialect } from "./dialect.ts";

/** The one cast of the facade: the engine's function under the other engine's type. */
const pick = <T>(sqlite: T, postgres: unknown): T => (dialect === "postgres" ? (postgres as T) : sqlite);

/**
 * A JSON text on its way to Postgres. Bun.SQL would encode a string parameter of type jsonb a second time, so the
 * statement casts it (`$n::text::jsonb`, `db/postgres/client.ts`).
 */
export class JsonText {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

const postgresJson = P.customType<{ data: unknown; driverData: unknown }>({
	dataType: () => "jsonb",
	// Only a prepared statement brings null here: the absence of a value, not one to encode.
	toDriver: (value) => (value === null ? null : new JsonText(JSON.stringify(value))),
});

/** Declares a table; names become snake_case. Every tenant table has `orgId` NOT NULL as the first part of its key. */
export const table = pick(S.sqliteTable, P.pgTable);
/** A secondary index; on a tenant table led by `orgId`. */
export const index = pick(S.index, P.index);
/** A unique index; on a tenant table led by `orgId`. May be partial (`where`). */
export const uniqueIndex = pick(S.uniqueIndex, P.uniqueIndex);
/** A primary key of several columns. */
export const primaryKey = pick(S.primaryKey, P.primaryKey);
/** A foreign key; between tenant tables it includes `orgId`, so that no reference can cross tenants. */
export const foreignKey = pick(S.foreignKey, P.foreignKey);
/** A CHECK constraint. Literals in it go through `sql.raw`: DDL has no parameters. */
export const check = pick(S.check, P.check);

/** An id or a digest: text on both engines, compared as written. */
export const id = pick(
	() => S.text(),
	() => P.text(),
);
/** Text of any length. NUL is refused by Postgres: the edge refuses it before. */
export const text = pick(
	() => S.text(),
	() => P.text(),
);
/** A whole number of 32 bits. */
export const int = pick(
	() => S.integer(),
	() => P.integer(),
);
/** A whole number of 64 bits in storage, a JS number (exact to 2^53) in code. */
export const bigint = pick(
	() => S.integer(),
	() => P.bigint({ mode: "number" }),
);
/** An instant in Unix ms (UTC); the column's name ends in `AtMs`. */
export const instant = bigint;
/** A double-precision number. */
export const real = pick(
	() => S.real(),
	() => P.doublePrecision(),
);
/** True or false. */
export const bool = pick(
	() => S.integer({ mode: "boolean" }),
	() => P.boolean(),
);
/** Any JSON value of type `T`, stored whole. No operator looks inside it: what is searched has its own column. */
export const json = pick(
	<T>() => S.text({ mode: "json" }).$type<T>(),
	() => postgresJson(),
);
/** A string of a closed set; {@link knownValues} makes the database refuse others. */
export const oneOf = <const V extends readonly [string, ...string[]]>(...values: V) =>
	pick(
		() => S.text({ enum: values }),
		() => P.text({ enum: [...values] }),
	)();

/** The values of a {@link oneOf} column. Postgres hands a table's extras columns without `enumValues`; the config has it. */
const valuesOf = (column: Column): readonly string[] =>
	(column as unknown as { config: { enumValues?: readonly string[] } }).config.enumValues ?? [];

/** CHECK constraints for every {@link oneOf} column of a table: `<table>_<column>_known`. */
export function knownValues(tableName: string, columns: Readonly<Record<string, Column>>) {
	return Object.entries(columns).flatMap(([key, column]) => {
		const values = valuesOf(column);
		if (values.length === 0) return [];
		const literals = values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ");
		const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		return [check(`${tableName}_${name}_known`, sql`${column} in (${sql.raw(literals)})`)];
	});
}

/**
 * Locks the rows a transaction is about to change; `skipLocked` steps over those another transaction holds. Only an
 * optimisation: correctness comes from guarded updates. SQLite has one writer, so there is nothing to lock.
 */
export function forUpdate<Q>(query: Q, options: { skipLocked?: boolean } = {}): Q {
	if (dialect === "sqlite" || !is(query, P.PgSelectBase)) return query;
	const lockable = query as unknown as { for(strength: "update", config: { skipLocked?: true }): Q };
	return lockable.for("update", options.skipLocked === true ? { skipLocked: true } : {});
}

/**
 * Lets others read the rows of `of` that a transaction rests on, but not change them until it ends. SQLite has one
 * writer, so there is nothing to hold.
 */
export function forShare<Q>(query: Q, of: object): Q {
	if (dialect === "sqlite" || !is(query, P.PgSelectBase)) return query;
	const lockable = query as unknown as { for(strength: "share", config: { of: object }): Q };
	return lockable.for("share", { of });
}

/**
 * `column = +?` for a prepared statement on the hot path. SQLite 3.54.1 compiles a joined statement anew at each
 * execution when a bound parameter takes part in planning; the unary plus keeps it out (9 µs → 2 µs). It also drops
 * type affinity: bind the type the column stores. On Postgres, where `+text` does not exist, it is a plain `=`.
 */
export function eqHot(column: Column, placeholderName: string): SQL {
	const value = sql.placeholder(placeholderName);
	return dialect === "sqlite" ? sql`${column} = +${value}` : sql`${column} = ${value}`;
}

/**
 * Rows that a write without `RETURNING` inserted, updated or deleted: pass what its promise resolved to. `RETURNING`
 * makes SQLite build a temporary table, which costs as much as the insert itself: for hot statements this is enough.
 */
export function affectedRows(written: unknown): number {
	const { changes, count } = written as { readonly changes?: number; readonly count?: number };
	const rows = dialect === "sqlite" ? changes : count;
	if (rows === undefined)
		throw new Error("the engine did not say how many rows it wrote: does the statement return rows?");
	return rows;
}
