import type { SQL as BunSql, ReservedSQL } from "bun";
import { errorCode } from "../errors.ts";

/** Code of every statement after one that failed, up to the end of the transaction. */
const IN_FAILED_TRANSACTION = "25P02";

/** What the work of a transaction made, and its last statements: sent, but not awaited. */
export interface Ending<T> {
	readonly made: T;
	readonly last: readonly Promise<unknown>[];
}

/**
 * A transaction on a connection of its own. Nothing waits for `BEGIN`, which travels with the first statements, nor do
 * the last statements wait for their results before `COMMIT`, which travels with them: each would be a round trip while
 * locks are held. (`begin` of Bun.SQL waits for both.)
 */
export class PostgresTransaction {
	readonly connection: ReservedSQL;
	readonly #begun: Promise<unknown>;
	#hasBegun = false;
	/** Number of statements that wait for it. */
	#held = 0;
	/** The first failure of a statement. */
	#failure: unknown;

	private constructor(connection: ReservedSQL) {
		this.connection = connection;
		this.#begun = begin(connection).then(() => {
			this.#hasBegun = true;
		});
		this.#begun.catch(() => undefined); // Whoever needs it awaits it.
	}

	/**
	 * Runs `work` in a transaction, which commits when `work` and the last statements resolve, and is rolled back when one
	 * of them rejects. Rejects with the failure of the statement that came first.
	 */
	static async run<T>(client: BunSql, work: (transaction: PostgresTransaction) => Promise<Ending<T>>): Promise<T> {
		const connection = await client.reserve();
		try {
			return await new PostgresTransaction(connection).#run(work);
		} finally {
			void connection.release();
		}
	}

	/**
	 * Sends a statement at once, in the order of the calls. Only a write waits until the transaction has begun, and what
	 * comes after it: if `BEGIN` failed, it could not be undone.
	 */
	async statement<T>(query: () => Promise<T>, writes: boolean): Promise<T> {
		try {
			const isHeld = this.#held > 0 || (writes && !this.#hasBegun);
			const result = await (isHeld ? this.#afterBegin(query) : query());
			if (!this.#hasBegun) await this.#begun;
			return result;
		} catch (error) {
			// Of statements on their way together, all fail after the first one that does: only that one tells why.
			this.#failure ??= error;
			throw errorCode(error) === IN_FAILED_TRANSACTION ? this.#failure : error;
		}
	}

	async #afterBegin<T>(query: () => Promise<T>): Promise<T> {
		this.#held++;
		try {
			await this.#begun;
		} finally {
			this.#held--;
		}
		return query();
	}

	async #run<T>(work: (transaction: PostgresTransaction) => Promise<Ending<T>>): Promise<T> {
		try {
			const { made, last } = await work(this);
			await this.#commit(last);
			return made;
		} catch (error) {
			// Fails only with the connection, and then the server rolls back.
			await rollback(this.connection).catch(() => undefined);
			throw error;
		}
	}

	async #commit(last: readonly Promise<unknown>[]): Promise<void> {
		const failures: unknown[] = [];
		const written = Promise.all(last).catch((error: unknown) => failures.push(error));
		// A statement that the guard refused was never sent, so the server does not know that the transaction has failed.
		await allMicrotasks();
		if (failures.length > 0) throw failures[0];
		await this.#begun;
		const [{ command }] = await Promise.all([commit(this.connection), written]);
		if (failures.length > 0) throw failures[0];
		if (command !== "COMMIT")
			throw new Error("the transaction was rolled back: the failure of a statement was ignored");
	}
}

type Sent = Promise<{ readonly command: string }>;

// Templates, since Bun.SQL prepares those, and pipelines only prepared statements.
const begin = (on: ReservedSQL): Sent => on`BEGIN`.execute();
const commit = (on: ReservedSQL): Sent => on`COMMIT`.execute();
const rollback = (on: ReservedSQL): Sent => on`ROLLBACK`.execute();

/** Resolves once everything that needs to wait for nothing has run. */
const allMicrotasks = () => new Promise<void>((resolve) => process.nextTick(resolve));
