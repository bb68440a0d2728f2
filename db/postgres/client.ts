import { errorCode } from "../errors.ts";
import type { Db } from "../store.ts";
import type { TransactionMemory } from "../transaction-memory.ts";
import type { Send } from "./connection.ts";
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

/** Runs one statement with `send`, which is called again for each retry. */
export type Run = <T>(statement: PostgresStatement, send: Send<T>) => Promise<T>;

/** A statement with its parameters. */
export interface PostgresStatement {
	readonly text: string;
	readonly params: readonly unknown[];
	readonly writes: boolean;
}

/**
 * Creates a query builder. `run` chooses the connection of each statement, and wraps it (guards, retries). Statements are
 * sent when they are called, in that order, since Bun.SQL would only send them when they are awaited.
 * @param memory asserts that a statement is allowed, and returns what the transaction remembers; absent outside of transactions
 */
export const postgresDb = (run: Run, memory?: (text: string) => TransactionMemory): Db =>
	asyncPostgres({
		rows(text, params, writes) {
			const ask = () => run({ text, params, writes }, (on) => on.unsafe(text, params).values().execute());
			if (memory && !writes) return memory(text).read(text, params, ask);
			memory?.(text).forget(text);
			return ask();
		},
		async write(text, params) {
			memory?.(text).forget(text);
			const { count } = await run({ text, params, writes: true }, (on) => on.unsafe(text, params).execute());
			return { changes: count };
		},
	});
