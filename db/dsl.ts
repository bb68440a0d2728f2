/**
 * The column facade: one table definition, two engines. Types are those of sqlite-core; at runtime the functions are
 * those of the engine in use. Everything here must behave the same on SQLite, PostgreSQL, Citus, CockroachDB and
 * YugabyteDB; a new column kind needs a parity test.
 */
import { type Column, getTableName, is, type SQL, sql, type Table } from "drizzle-orm";
import * as P from "drizzle-orm/pg-core";
import * as S from "drizzle-orm/sqlite-core";
import { dialect } from "./dialect.ts";

/** Returns the function of the engine in use, typed as that of SQLite: the only cast of the facade. */
const pick = <T>(sqlite: T, postgres: unknown): T => (dialect === "postgres" ? (postgres as T) : sqlite);

/**
 * A JSON text to be sent to Postgres. Bun.SQL would encode a string parameter of type jsonb a second time, so the
 * statement casts it (`$n::text::jsonb`, `db/postgres/session.ts`).
 */
export class JsonText {
	readonly text: string;
	constructor(text: string) {
		this.text = text;
	}
}

const postgresJson = P.customType<{ data: unknown; driverData: unknown }>({
	dataType: () => "jsonb",
	// Only prepared statements pass null here: it means no value and is not to be encoded.
	toDriver: (value) => (value === null ? null : new JsonText(JSON.stringify(value))),
});

/** Whether an encoder of parameters is that of a JSON column, see {@link JsonText}. */
export const isJsonColumn = (encoder: unknown): boolean =>
	is(encoder, P.PgCustomColumn) && encoder.getSQLType() === "jsonb";

/**
 * Declares a table; names are converted to snake_case. Every tenant table has `orgId` NOT NULL as the first part of its
 * key.
 */
export const table = pick(S.sqliteTable, P.pgTable);

const clusteredNames = new Set<string>();

/** Names of the tables of {@link clustered}. */
export const clusteredTables: ReadonlySet<string> = clusteredNames;

/**
 * Declares that a table consists of hardly more than its primary key: on SQLite it is stored in that index alone
 * (`WITHOUT ROWID`, added by `scripts/generate.ts`).
 */
export function clustered<T extends Table>(declared: T): T {
	clusteredNames.add(getTableName(declared));
	return declared;
}

/**
 * A secondary index; on a tenant table led by `orgId`. The order of declarations is that of creation, by which planners choose
 * between indexes that serve equally well: after a change of it, `tests/plans` decides.
 */
export const index = pick(S.index, P.index);
/** A unique index; on a tenant table led by `orgId`. May be partial (`where`). */
export const uniqueIndex = pick(S.uniqueIndex, P.uniqueIndex);
/** A primary key of several columns. */
export const primaryKey = pick(S.primaryKey, P.primaryKey);
/**
 * A foreign key; between tenant tables it includes `orgId`, so that no reference can cross tenants. An index begins with its
 * columns (`tests/db/foreign-keys.test.ts`): of all rows, or of those where it is not null.
 */
export const foreignKey = pick(S.foreignKey, P.foreignKey);
/** A CHECK constraint. Literals in it go through `sql.raw`: DDL has no parameters. */
export const check = pick(S.check, P.check);

/** An id or a digest: text on both engines, compared as written. */
export const id = pick(
	() => S.text(),
	() => P.text(),
);
/** Text of any length. Postgres rejects NUL, so the HTTP layer rejects it first. */
export const text = pick(
	() => S.text(),
	() => P.text(),
);
const postgresByteText = P.customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Text whose order is that of its UTF-8 bytes on both engines, so that ranges of it are the same. */
export const byteText = pick(
	() => S.text(),
	() => postgresByteText(),
);
/** A 32-bit integer. */
export const int = pick(
	() => S.integer(),
	() => P.integer(),
);
/** A 64-bit integer in the database, a JS number (exact to 2^53) in code. */
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
/** A boolean. */
export const bool = pick(
	() => S.integer({ mode: "boolean" }),
	() => P.boolean(),
);
/**
 * Any JSON value of type `T`, stored as a whole. No operator looks inside it: anything to be searched has a column of
 * its own.
 */
export const json = pick(
	<T>() => S.text({ mode: "json" }).$type<T>(),
	() => postgresJson(),
);
/** Creates a column for one of a fixed set of strings; {@link knownValues} makes the database reject others. */
export const oneOf = <const V extends readonly [string, ...string[]]>(...values: V) =>
	pick(
		() => S.text({ enum: values }),
		() => P.text({ enum: [...values] }),
	)();

/**
 * Returns the values of a {@link oneOf} column. Postgres passes a table's extras columns without `enumValues`; the
 * config has it.
 */
const valuesOf = (column: Column): readonly string[] =>
	(column as unknown as { config: { enumValues?: readonly string[] } }).config.enumValues ?? [];

/** Returns CHECK constraints for every {@link oneOf} column of a table: `<table>_<column>_known`. */
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
 * Returns the items of a JSON array of strings as a source of rows, for `FROM`; their column is `value`. One parameter
 * for any number of items, so that the statement has one form.
 */
export const eachText = (jsonArray: unknown): SQL =>
	dialect === "sqlite"
		? sql`json_each(${jsonArray}) as item`
		: sql`jsonb_array_elements_text(cast(cast(${jsonArray} as text) as jsonb)) as item(value)`;

/**
 * Returns the items of a JSON array of arrays as a source of rows, for `FROM`; see {@link eachText}. Their values are read
 * with {@link itemAt}.
 */
export const eachItem = (jsonArray: unknown): SQL =>
	dialect === "sqlite"
		? sql`json_each(${jsonArray}) as item`
		: sql`jsonb_array_elements(cast(cast(${jsonArray} as text) as jsonb)) as item(value)`;

/** Returns a value of an item of {@link eachItem}. @param index its place in the item, from 0 */
export function itemAt(index: number, type: "text" | "bigint"): SQL {
	const at = sql.raw(String(index));
	return dialect === "sqlite"
		? sql`json_extract(item.value, '$[${at}]')`
		: sql`cast(item.value ->> ${at} as ${sql.raw(type)})`;
}

/** Returns a text as it is compared by its bytes, see {@link byteText}. */
export const byBytes = (value: Column | SQL): SQL => (dialect === "sqlite" ? sql`${value}` : sql`${value} collate "C"`);

/**
 * Makes SQLite read a table by one of its indexes, in raw SQL after the alias: without it, the planner prefers the narrower
 * of two indexes that begin alike, whatever the further columns would save. Postgres estimates them by itself.
 */
export const byIndex = (name: string): SQL => (dialect === "sqlite" ? sql.raw(` indexed by ${name}`) : sql``);

/**
 * Returns a condition that few rows meet, so that SQLite reads them by the index that begins with it: without statistics
 * it would take the primary key of a table that has no other rows.
 */
export const rarely = (condition: SQL): SQL => (dialect === "sqlite" ? sql`unlikely(${condition})` : condition);

/** Returns the condition that a text contains another, both taken literally. */
export const contains = (text: unknown, part: unknown): SQL =>
	dialect === "sqlite" ? sql`instr(${text}, ${part}) > 0` : sql`strpos(${text}, cast(${part} as text)) > 0`;

/**
 * Adds FOR UPDATE: locks the rows a transaction is about to change; `skipLocked` skips those another transaction holds.
 * Only an optimization: correctness comes from guarded updates. SQLite has one writer, so there is nothing to lock.
 */
export function forUpdate<Q>(query: Q, options: { skipLocked?: boolean } = {}): Q {
	if (dialect === "sqlite" || !is(query, P.PgSelectBase)) return query;
	const lockable = query as unknown as { for(strength: "update", config: { skipLocked?: true }): Q };
	return lockable.for("update", options.skipLocked === true ? { skipLocked: true } : {});
}

/**
 * Adds FOR NO KEY UPDATE: locks rows like {@link forUpdate}, but does not wait for those who hold them with
 * {@link forShareUnder}.
 */
export function forNoKeyUpdate<Q>(query: Q): Q {
	if (dialect === "sqlite" || !is(query, P.PgSelectBase)) return query;
	return (query as unknown as { for(strength: "no key update"): Q }).for("no key update");
}

/**
 * Adds FOR SHARE: others can read the rows of `of` that a transaction depends on, but not change them until it ends.
 * SQLite has one writer, so there is nothing to lock.
 * @param options.skipLocked whether to leave out rows that others are changing, rather than to wait for them
 */
export function forShare<Q>(query: Q, of: object, options: { skipLocked?: boolean } = {}): Q {
	if (dialect === "sqlite" || !is(query, P.PgSelectBase)) return query;
	const lockable = query as unknown as { for(strength: "share", config: { of: object; skipLocked?: true }): Q };
	return lockable.for("share", { of, ...(options.skipLocked === true && { skipLocked: true }) });
}

/** Adds two locking clauses: the builder takes one, whose strength is inserted into the statement as it is. */
function lockUnder<Q>(query: Q, of: object, strength: string): Q {
	if (dialect === "sqlite" || !is(query, P.PgSelectBase)) return query;
	return (query as unknown as { for(strength: string, config: { of: object }): Q }).for(strength, { of });
}

/**
 * Adds FOR KEY SHARE for the rows of `above`, then FOR SHARE for those of `of`. Until the transaction ends, others can
 * change the row above, but not lock it with {@link forUpdate}: whoever is about to end everything under it waits.
 */
export const forShareUnder = <Q>(query: Q, above: Table, of: object): Q =>
	lockUnder(query, of, `key share of "${getTableName(above)}" for share`);

/**
 * Adds FOR SHARE for the rows of `above`, then FOR NO KEY UPDATE for those of `of`, which the transaction may change: the
 * rows above can neither change nor be locked by {@link forUpdate} until it ends.
 */
export const forChangeUnder = <Q>(query: Q, above: Table, of: object): Q =>
	lockUnder(query, of, `share of "${getTableName(above)}" for no key update`);

/**
 * Adds FOR KEY SHARE for the rows of `above`, then FOR UPDATE for those of `of`: for a transaction that changes what is
 * under a row, and which those who lock that with {@link forUpdate} first would otherwise meet on its way there.
 */
export const forUpdateUnder = <Q>(query: Q, above: Table, of: object): Q =>
	lockUnder(query, of, `key share of "${getTableName(above)}" for update`);

/**
 * Returns the number of rows that a write without `RETURNING` inserted, updated or deleted, given the value its promise
 * resolved to. `RETURNING` makes SQLite build a temporary table, which costs as much as the insert itself, so hot
 * statements use this instead.
 */
export function affectedRows(written: unknown): number {
	const { changes } = written as { readonly changes?: number };
	if (changes === undefined) throw new Error("the number of rows is unknown: does the statement return rows?");
	return changes;
}
