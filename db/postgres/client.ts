import type { SQL as BunSql, TransactionSQL } from "bun";
import { errorCode } from "../errors.ts";
import type { Db } from "../store.ts";
import { asyncPostgres } from "./session.ts";

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

/** Sends one statement; `send` is called anew for each retry. */
export type Send = <T>(statementText: string, send: () => PromiseLike<T>) => Promise<T>;

/** Creates a query builder over a pool or a transaction. `run` wraps each statement (guards, retries). */
export const postgresDb = (client: BunSql | TransactionSQL, run: Send): Db =>
	asyncPostgres({
		rows: (text, params) => run(text, () => client.unsafe(text, params).values()),
		async write(text, params) {
			const { count } = (await run(text, () => client.unsafe(text, params))) as { readonly count: number };
			return { changes: count };
		},
	});
