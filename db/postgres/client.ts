import type { SQL as BunSql, TransactionSQL } from "bun";
import { drizzle } from "drizzle-orm/bun-sql";
import { JsonText } from "../dsl.ts";
import { errorCode } from "../errors.ts";
import type { Db } from "../store.ts";

/** Serialization failure and deadlock: nothing was written, and a retry may succeed. */
const RETRIABLE = new Set(["40001", "40P01"]);
const RETRY_BUDGET_MS = 5_000;

/**
 * Runs `attempt`, retrying it for up to five seconds while it fails because of a conflicting transaction, as is normal
 * on CockroachDB and YugabyteDB. Rejects with the last conflict, or immediately with any other failure.
 */
export async function withConflictRetries<T>(attempt: () => PromiseLike<T>): Promise<T> {
	const deadline = performance.now() + RETRY_BUDGET_MS;
	for (let tries = 1; ; tries++) {
		try {
			return await attempt();
		} catch (error) {
			if (!RETRIABLE.has(errorCode(error) ?? "") || performance.now() > deadline) throw error;
		}
		await Bun.sleep(Math.random() * Math.min(250, 2 ** tries));
	}
}

/** A statement in the form Bun.SQL takes. */
interface Statement {
	readonly text: string;
	readonly params: unknown[];
}

/** Adds casts to JSON parameters: `$3` becomes `$3::text::jsonb`, on every driver the same. */
function withJsonCasts(text: string, params: readonly unknown[]): Statement {
	if (!params.some((value) => value instanceof JsonText)) return { text, params: [...params] };
	return {
		text: text.replace(/\$(\d+)/g, (place, number: string) =>
			params[Number(number) - 1] instanceof JsonText ? `${place}::text::jsonb` : place,
		),
		params: params.map((value) => (value instanceof JsonText ? value.text : value)),
	};
}

/** Sends one statement of a builder; `send` is called anew for each retry. */
export type Send = <T>(statementText: string, send: () => PromiseLike<T>) => Promise<T>;

/**
 * Creates a query builder over a pool or a transaction. `run` wraps each statement (guards, retries). Only the members
 * of Bun.SQL that drizzle uses are implemented.
 */
export function postgresDb(client: BunSql | TransactionSQL, run: Send): Db {
	const facade = {
		options: client.options,
		unsafe(text: string, params: unknown[] = []) {
			const statement = withJsonCasts(text, params);
			const query = () => client.unsafe(statement.text, statement.params);
			return {
				values: () => run(text, () => query().values()),
				// biome-ignore lint/suspicious/noThenProperty: drizzle awaits the query itself when it wants no rows.
				then: (...handlers: Parameters<Promise<unknown>["then"]>) => run(text, query).then(...handlers),
			};
		},
	};
	const db = drizzle({ client: facade as unknown as BunSql, casing: "snake_case" });
	return withPlainErrors(db) as unknown as Db;
}

interface Wrapping {
	/** drizzle's implementation rethrows every failure as DrizzleQueryError. */
	queryWithCache(text: string, params: unknown[], send: () => Promise<unknown>): Promise<unknown>;
}
interface Session {
	prepareQuery(...args: unknown[]): Wrapping;
}

/**
 * Passes failures through as the driver threw them, as on SQLite. drizzle wraps each in an error whose message contains
 * the statement's values: password hashes and addresses would end up in the log.
 */
function withPlainErrors<Builder>(db: Builder): Builder {
	const { session } = db as unknown as { session: Session };
	const prepareQuery = session.prepareQuery.bind(session);
	session.prepareQuery = (...args) => {
		const query = prepareQuery(...args);
		query.queryWithCache = (_text, _params, send) => send();
		return query;
	};
	return db;
}
