import { errorCode, StoreUnreachableError } from "../errors.ts";
import type { Connection, Send } from "./connection.ts";
import type { Pool } from "./pool.ts";

/** Code of every statement after one that failed, up to the end of the transaction. */
const IN_FAILED_TRANSACTION = "25P02";

/** What the work of a transaction made, and its last statements: sent, but not awaited. */
export interface TransactionResult<T> {
	readonly made: T;
	readonly last: readonly Promise<unknown>[];
}

/**
 * A transaction on a connection of its own. Nothing waits for `BEGIN`, which travels with the first statements, nor do
 * the last statements wait for their results before `COMMIT`, which travels with them: each would be a round trip while
 * locks are held. (`begin` of Bun.SQL waits for both.)
 */
export class PostgresTransaction {
	readonly #connection: Connection;
	readonly #signal: AbortSignal | null;
	readonly #begun: Promise<unknown>;
	#hasBegun = false;
	/** Whether its end was sent, so that nothing may follow. */
	#isOver = false;
	/** Number of statements that wait for it. */
	#held = 0;
	/** The first failure of a statement. */
	#failure: unknown;

	private constructor(connection: Connection, signal: AbortSignal | null) {
		this.#connection = connection;
		this.#signal = signal;
		this.#begun = begin(connection).then(() => {
			this.#hasBegun = true;
		});
		this.#begun.catch(() => undefined); // Whoever needs it awaits it.
	}

	/**
	 * Runs `work` in a transaction, which commits when `work` and the last statements resolve, and is rolled back when one
	 * of them rejects. Rejects with the failure of the statement that came first, or with the reason of `signal` when that
	 * was aborted before the COMMIT.
	 * @throws StoreUnreachableError also when nobody knows whether it was committed
	 */
	static async run<T>(
		pool: Pool,
		work: (transaction: PostgresTransaction) => Promise<TransactionResult<T>>,
		signal: AbortSignal | null,
	): Promise<T> {
		const connection = await pool.hold(signal);
		try {
			return await new PostgresTransaction(connection, signal).#run(work);
		} finally {
			pool.release(connection);
		}
	}

	/**
	 * Sends a statement at once, in the order of the calls. Only a write waits until the transaction has begun, and what
	 * comes after it: if `BEGIN` failed, it could not be undone.
	 */
	async statement<T>(send: Send<T>, writes: boolean): Promise<T> {
		try {
			this.#signal?.throwIfAborted();
			const isHeld = this.#held > 0 || (writes && !this.#hasBegun);
			const result = await (isHeld ? this.#afterBegin(send) : this.#connection.send(send));
			if (!this.#hasBegun) await this.#begun;
			return result;
		} catch (error) {
			// Of statements on their way together, all fail after the first one that does: only that one tells why.
			this.#failure ??= error;
			throw errorCode(error) === IN_FAILED_TRANSACTION ? this.#failure : error;
		}
	}

	async #afterBegin<T>(send: Send<T>): Promise<T> {
		this.#held++;
		try {
			await this.#begun;
		} finally {
			this.#held--;
		}
		// After the end it would be a statement on its own, and stay.
		if (this.#isOver) throw new Error("the transaction is over: it was rolled back before this statement was sent");
		return this.#connection.send(send);
	}

	async #run<T>(work: (transaction: PostgresTransaction) => Promise<TransactionResult<T>>): Promise<T> {
		try {
			const { made, last } = await work(this);
			await this.#commit(last);
			return made;
		} catch (error) {
			this.#isOver = true;
			// Fails only with the connection, and then the server rolls back.
			await rollback(this.#connection).catch((reason: unknown) => this.#connection.drop(reason));
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
		this.#signal?.throwIfAborted();
		this.#isOver = true;
		const [{ command }] = await Promise.all([this.#sendCommit(), written]);
		if (failures.length > 0) throw failures[0];
		if (command !== "COMMIT")
			throw new Error("the transaction was rolled back: the failure of a statement was ignored");
	}

	async #sendCommit(): Sent {
		try {
			return await commit(this.#connection);
		} catch (cause) {
			if (!this.#connection.isGone) throw cause;
			const message = "the connection was lost during a COMMIT: whether the transaction was committed is not known";
			throw new StoreUnreachableError(message, { cause });
		}
	}
}

type Sent = Promise<{ readonly command: string }>;

// Templates, since Bun.SQL prepares those, and pipelines only prepared statements.
const begin = (connection: Connection): Sent => connection.send((on) => on`BEGIN`.execute());
const commit = (connection: Connection): Sent => connection.send((on) => on`COMMIT`.execute());
const rollback = (connection: Connection): Sent => connection.send((on) => on`ROLLBACK`.execute());

/** Resolves once everything that needs to wait for nothing has run. */
const allMicrotasks = () => new Promise<void>((resolve) => process.nextTick(resolve));
