import { errorCode } from "../errors.ts";
import type { Db } from "../store.ts";
import type { Send } from "./lane.ts";
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
export type Run = <T>(statementText: string, send: Send<T>, writes: boolean) => Promise<T>;

/**
 * Creates a query builder. `run` chooses the connection of each statement, and wraps it (guards, retries). Statements are
 * sent when they are called, in that order, since Bun.SQL would only send them when they are awaited.
 */
export const postgresDb = (run: Run): Db =>
	asyncPostgres({
		rows: (text, params, writes) => run(text, (on) => on.unsafe(text, params).values().execute(), writes),
		async write(text, params) {
			const { count } = await run(text, (on) => on.unsafe(text, params).execute(), true);
			return { changes: count };
		},
	});
