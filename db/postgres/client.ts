import type { SQL as BunSql, TransactionSQL } from "bun";
import { drizzle } from "drizzle-orm/bun-sql";
import { JsonText } from "../dsl.ts";
import { errorCode } from "../errors.ts";
import type { Db } from "../store.ts";

/** Serialisation failure and deadlock: nothing happened, and the same again may succeed. */
const RETRIABLE = new Set(["40001", "40P01"]);
const RETRY_BUDGET_MS = 5_000;

/**
 * Runs `attempt` until it does not lose against another transaction, for five seconds. CockroachDB and YugabyteDB
 * answer so in normal use. Rejects with the last loss, or at once with any other failure.
 */
export async function retryingConflicts<T>(attempt: () => PromiseLike<T>): Promise<T> {
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

/** A statement as Bun.SQL takes it. */
interface Statement {
	readonly text: string;
	readonly params: unknown[];
}

/** Casts JSON parameters where they stand: `$3` becomes `$3::text::jsonb`, on every driver the same. */
function withJsonCasts(text: string, params: readonly unknown[]): Statement {
	if (!params.some((value) => value instanceof JsonText)) return { text, params: [...params] };
	return {
		text: text.replace(/\$(\d+)/g, (place, number: string) =>
			params[Number(number) - 1] instanceof JsonText ? `${place}::text::jsonb` : place,
		),
		params: params.map((value) => (value instanceof JsonText ? value.text : value)),
	};
}

/** Does one round trip of a builder; `send` is called anew for each retry. */
export type Send = <T>(statementText: string, send: () => PromiseLike<T>) => Promise<T>;

/**
 * A query builder over a pool or a transaction. `run` decides what surrounds each statement (guards, retries). Only the
 * members of Bun.SQL that drizzle uses are there.
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
	/** drizzle's own: rethrows every failure as DrizzleQueryError. */
	queryWithCache(text: string, params: unknown[], send: () => Promise<unknown>): Promise<unknown>;
}
interface Session {
	prepareQuery(...args: unknown[]): Wrapping;
}

/**
 * Lets failures through as the driver threw them, as on SQLite. drizzle wraps each in an error whose message holds the
 * statement's values: password hashes and addresses would end in the log.
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
