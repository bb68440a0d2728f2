/**
 * Statements are compiled once (decision 023): a repository function wraps a statement written as usual, with
 * parameters in place of values, and runs on every handle of both engines. `tests/plans` explains each statement on a
 * large database: none may read more as tables grow (decision 028).
 */
import { Placeholder, type SQL } from "drizzle-orm";
import { createLruCache } from "#kernel/lru-cache";
import { type CompiledQuery, Each, itemPlaceholder, type Statements, type Values } from "./compiled-query.ts";
import { affectedRows } from "./dsl.ts";
import type { Db, ReadDb, ReadHandle } from "./store.ts";

export type { Each } from "./compiled-query.ts";

declare const VALUES: unique symbol;

/** A parameter of type `T` in a statement: goes wherever the builder takes an expression. */
export type Parameter<T> = SQL<T> & Placeholder;

/** The parameters of a statement that is executed with `V`. */
export type Bound<V> = {
	readonly [K in keyof V]-?: BoundValue<Exclude<V[K], undefined>> | (undefined extends V[K] ? undefined : never);
} & { readonly [VALUES]?: V };

type BoundValue<T> = [T] extends [Each<infer Item>] ? Parameter<Item>[] : Parameter<T>;

/** A builder that can be prepared, such as `db.select()…` or `insert()…returning()`. */
interface Preparable<Result> {
	prepare(name?: string): { execute(values?: Record<string, unknown>): PromiseLike<Result> };
}

/** Passes a list of values, such as the ids of `inArray`; the statement gets as many parameters. */
export const each = <T>(values: readonly T[]): Each<T> => new Each(values);

/** Form of a value: absent, single, or the length of a list. */
const ABSENT = -2;
const SINGLE = -1;
const formOf = (value: unknown): number =>
	value === undefined ? ABSENT : value instanceof Each ? value.values.length : SINGLE;

/** A statement compiled for values of one shape: their names, which of them are absent, and the lengths of lists. */
interface Compiled {
	readonly names: readonly string[];
	readonly forms: readonly number[];
	readonly query: CompiledQuery;
}

/** Number of shapes of one statement that stay compiled. Lists have one for each length, up to that of a page. */
const MAX_SHAPES = 200;

function fits({ names, forms }: Compiled, values: Values): boolean {
	let index = 0;
	for (const name in values) {
		if (names[index] !== name || forms[index] !== formOf(values[name])) return false;
		index++;
	}
	return index === names.length;
}

function parameterOf(name: string, value: unknown): Placeholder | Placeholder[] | undefined {
	if (value === undefined) return undefined;
	if (!(value instanceof Each)) return new Placeholder(name);
	return value.values.map((_item, index) => itemPlaceholder(name, index));
}

/** Where each query builder runs its statements. */
const statementsByDb = new WeakMap<object, Statements>();

/** Registers where a query builder runs its statements. */
export function registerStatements(db: object, statements: Statements): void {
	statementsByDb.set(db, statements);
}

/** Returns where a query builder runs its statements. @throws Error for one that is not of a store */
export function statementsOf(db: object): Statements {
	const statements = statementsByDb.get(db);
	if (statements === undefined) throw new Error("this is no query builder of a store");
	return statements;
}

/** Compiles a statement with the builder of any handle: the result belongs to none of them. */
function compile<On extends object>(
	db: On,
	build: (db: On, parameters: never) => Preparable<unknown>,
	values: Values,
): Compiled {
	const entries = Object.entries(values);
	const parameters = Object.fromEntries(entries.map(([name, value]) => [name, parameterOf(name, value)]));
	const prepared = build(db, parameters as never).prepare() as unknown as { readonly compiled: CompiledQuery };
	return {
		names: entries.map(([name]) => name),
		forms: entries.map(([, value]) => formOf(value)),
		query: prepared.compiled,
	};
}

/** Creates the function that executes a statement, compiling it once for each shape of its values. */
function executor<On extends object, Result>(build: (db: On, parameters: never) => Preparable<Result>) {
	const known = createLruCache<Compiled>(MAX_SHAPES);
	/** Most statements have one shape, so the one used last fits. */
	let latest: Compiled | undefined;

	function compiledFor(db: On, values: Values): Compiled {
		const shape = Object.entries(values)
			.map(([name, value]) => `${name}:${formOf(value)}`)
			.join();
		const compiled = known.get(shape) ?? compile(db, build, values);
		known.set(shape, compiled);
		return compiled;
	}

	return (db: On, values: Values): Promise<Result> => {
		if (latest === undefined || !fits(latest, values)) latest = compiledFor(db, values);
		return latest.query.execute(statementsOf(db), values) as Promise<Result>;
	};
}

const readerOf = (on: ReadHandle | ReadDb): ReadDb => ("db" in on ? on.db : on);

/**
 * Creates a function that reads rows. The statement is written like any other, with its parameters in place of values;
 * it is compiled once for each shape of the values (their names, which are undefined, the lengths of {@link each}), a
 * sixth of the cost of building it each time:
 *
 *     const membersByRole = readRows((db, { orgId, role }: Bound<{ orgId: string; role: Role | undefined }>) =>
 *       db.select().from(memberships).where(and(eq(memberships.orgId, orgId), role && eq(memberships.role, role))));
 *     await membersByRole(db, { orgId, role });
 *
 * A value that is undefined is absent from the statement, null is SQL's NULL. `on` is a store (the statement on its own)
 * or the `Db` of a transaction.
 */
export function readRows<V, Row>(
	build: (db: ReadDb, parameters: Bound<V>) => Preparable<Row[]>,
): (on: ReadHandle | ReadDb, values: V) => Promise<Row[]> {
	const execute = executor(build as (db: ReadDb, parameters: never) => Preparable<Row[]>);
	return (on, values) => execute(readerOf(on), values as Values);
}

/** Creates a function that reads the first row, undefined when there is none; see {@link readRows}. */
export function readRow<V, Row>(
	build: (db: ReadDb, parameters: Bound<V>) => Preparable<Row[]>,
): (on: ReadHandle | ReadDb, values: V) => Promise<Row | undefined> {
	const read = readRows(build);
	return async (on, values) => (await read(on, values))[0];
}

/** Creates a function that writes, and returns the number of rows inserted, updated or deleted; see {@link readRows}. */
export function write<V>(
	build: (db: Db, parameters: Bound<V>) => Preparable<unknown>,
): (db: Db, values: V) => Promise<number> {
	const execute = executor(build as (db: Db, parameters: never) => Preparable<unknown>);
	return async (db, values) => affectedRows(await execute(db, values as Values));
}

/**
 * Creates a function that writes and returns the rows of `RETURNING`; see {@link readRows}. Counting rows with
 * {@link write} is cheaper: SQLite builds a temporary table for `RETURNING`.
 */
export function writeRows<V, Row>(
	build: (db: Db, parameters: Bound<V>) => Preparable<Row[]>,
): (db: Db, values: V) => Promise<Row[]> {
	const execute = executor(build as (db: Db, parameters: never) => Preparable<Row[]>);
	return (db, values) => execute(db, values as Values);
}

/** Creates a function that writes at most one row and returns it, undefined when there was none; see {@link writeRows}. */
export function writeRow<V, Row>(
	build: (db: Db, parameters: Bound<V>) => Preparable<Row[]>,
): (db: Db, values: V) => Promise<Row | undefined> {
	const run = writeRows(build);
	return async (db, values) => (await run(db, values))[0];
}
