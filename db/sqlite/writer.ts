import type { Database, Statement } from "bun:sqlite";
import { fdatasync } from "node:fs";
import { errorCode, StoreFailedError } from "../errors.ts";

/** Options of {@link Writer}. */
export interface WriterOptions {
	/**
	 * File descriptor of the write-ahead log, synced after each commit; null: acknowledged writes only survive a crash of
	 * the process.
	 */
	readonly log: number | null;
	/** Maximum number of tasks that share a commit; 1 turns group commit off. */
	readonly batchSize: number;
	/** Called when one task occupied the writer for longer than `slowMs`, default 250. */
	readonly onSlow?: ((durationMs: number) => void) | undefined;
	readonly slowMs?: number;
	/** Called before each transaction: null, or a promise it has to wait for. */
	readonly beforeTransaction?: () => Promise<void> | null;
	/** Syncs the log to disk; replaced by tests of a failing disk. */
	readonly sync?: (fd: number) => Promise<void>;
}

/** Duration from which a transaction is reported as slow: it blocks every other write. */
const SLOW_MS = 250;
/** Maximum time a batch may occupy the event loop before reads get their turn. */
const SLICE_MS = 1;
/** Maximum wait for another process (a backup, the CLI) that holds the write lock. */
const BUSY_BUDGET_MS = 5_000;

/**
 * Number of batches that use savepoints after a task failed, so that even many failures cause few batches to run twice.
 */
const SAVEPOINT_BATCHES_AFTER_FAILURE = 50;

/** Scope of the rollback of a failed task: its savepoint, its own transaction, or the whole batch. */
type Undo = "savepoint" | "transaction" | "batch";
/** Settles the promise of a task. */
type Settle = () => void;

interface Committed {
	readonly settlers: readonly Settle[];
	/** Whether anything was committed; false when the only task failed, so that nothing has to be synced. */
	readonly isCommitted: boolean;
}

interface Task {
	readonly work: () => unknown;
	readonly resolve: (value: unknown) => void;
	readonly reject: (reason: unknown) => void;
}

const eventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const syncToDisk = (fd: number) =>
	new Promise<void>((resolve, reject) => fdatasync(fd, (error) => (error === null ? resolve() : reject(error))));

/**
 * The only writer of a SQLite file. Tasks that arrive while a commit is being synced share the next one; the promise of
 * a task is settled only once the commit that contains it is on disk.
 *
 * Savepoints would make every task pay for a rare failure (SQLite copies every page it touches), so a batch does
 * without them. When a task does fail, the batch is rolled back and repeated with savepoints: the failure stays with
 * its task, and tasks may run twice.
 *
 * SQLite runs with `synchronous=NORMAL` (no fsync at commit). The log is synced here, in a thread of the pool, so that
 * the event loop keeps serving: as durable as FULL, at several times its throughput.
 */
export class Writer {
	readonly #connection: Database;
	readonly #options: WriterOptions;
	readonly #queue: Task[] = [];
	/** Compiled once, since each task of a batch may need both. */
	readonly #control: { readonly savepoint: Statement; readonly release: Statement };
	/** Number of upcoming batches that use savepoints. */
	#savepointBatches = 0;
	#busy = false;
	#onBatchReady: () => void = () => undefined;
	#failure: StoreFailedError | null = null;

	constructor(connection: Database, options: WriterOptions) {
		this.#connection = connection;
		this.#options = options;
		this.#control = { savepoint: connection.prepare("SAVEPOINT task"), release: connection.prepare("RELEASE task") };
	}

	/** The reason why it rejects tasks; null while it accepts them. */
	get failure(): StoreFailedError | null {
		return this.#failure;
	}

	/** Rejects all tasks from now on: the connection is about to be closed. */
	close(): void {
		this.#failure ??= new StoreFailedError("the store was closed");
	}

	/**
	 * Runs `work` in a transaction, possibly twice. Resolves once it is on disk; rejects with the error of `work`, of
	 * which nothing remains.
	 */
	run<T>(work: () => T | Promise<T>): Promise<T> {
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		this.#queue.push({ work, resolve: (value) => resolve(value as T), reject });
		this.#notifyIfBatchReady();
		if (!this.#busy) {
			this.#busy = true;
			setImmediate(() => void this.#drain());
		}
		return promise;
	}

	async #drain(): Promise<void> {
		let onDisk = Promise.resolve();
		while (this.#queue.length > 0) {
			await this.#options.beforeTransaction?.();
			const batch = this.#queue.splice(0, this.#options.batchSize);
			try {
				const { settlers, isCommitted } = await this.#commit(batch);
				await onDisk; // At most one batch is being synced while the next one runs.
				onDisk = (isCommitted ? this.#sync() : Promise.resolve()).then(
					() => settlers.forEach((settle) => void settle()),
					(error) => batch.forEach((task) => void task.reject(error)),
				);
			} catch (error) {
				// After closing there is no connection to query.
				if (this.#failure === null && this.#connection.inTransaction) this.#connection.run("ROLLBACK");
				for (const task of batch) task.reject(error);
			}
			await Promise.race([onDisk, this.#batchReady()]);
			await eventLoopTurn(); // Callers just notified may write again: collect them in one batch.
			if (this.#queue.length === 0) await onDisk;
		}
		this.#busy = false;
	}

	/** Resolves once enough tasks wait for a batch. */
	#batchReady(): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#onBatchReady = resolve;
		this.#notifyIfBatchReady();
		return promise;
	}

	#notifyIfBatchReady(): void {
		if (this.#queue.length >= this.#options.batchSize / 2) this.#onBatchReady();
	}

	/**
	 * Runs the batch in one transaction. Throws when the whole batch is lost; the failure of a single task only affects
	 * that task.
	 */
	async #commit(batch: readonly Task[]): Promise<Committed> {
		if (this.#failure !== null) throw this.#failure;
		await this.#begin();
		let settlers = await this.#runTasks(batch, this.#undoFor(batch));
		if (settlers === null) {
			this.#connection.run("ROLLBACK");
			this.#savepointBatches = SAVEPOINT_BATCHES_AFTER_FAILURE;
			await this.#begin();
			settlers = await this.#runTasks(batch, "savepoint");
		}
		const isCommitted = this.#connection.inTransaction;
		if (isCommitted) this.#connection.run("COMMIT");
		return { settlers: settlers ?? [], isCommitted };
	}

	#undoFor(batch: readonly Task[]): Undo {
		if (batch.length === 1) return "transaction";
		if (this.#savepointBatches === 0) return "batch";
		this.#savepointBatches--;
		return "savepoint";
	}

	/**
	 * Runs the tasks in order and returns how to settle each; null when one failed and only a rollback of the whole batch
	 * undoes it.
	 */
	async #runTasks(batch: readonly Task[], undo: Undo): Promise<Settle[] | null> {
		const settlers: Settle[] = [];
		let sliceStart = performance.now();
		for (const task of batch) {
			const settle = await this.#runTask(task, undo);
			if (settle === null) return null;
			settlers.push(settle);
			if (batch.length > 1 && performance.now() - sliceStart > SLICE_MS) {
				await eventLoopTurn();
				sliceStart = performance.now();
			}
		}
		return settlers;
	}

	/** Takes the write lock. Polls from the event loop: SQLite's own waiting would block it. */
	async #begin(): Promise<void> {
		const deadline = performance.now() + BUSY_BUDGET_MS;
		for (let delayMs = 1; ; delayMs = Math.min(delayMs * 2, 50)) {
			try {
				this.#connection.run("BEGIN IMMEDIATE");
				return;
			} catch (error) {
				if (!errorCode(error)?.startsWith("SQLITE_BUSY") || performance.now() > deadline) throw error;
			}
			await Bun.sleep(delayMs);
		}
	}

	/**
	 * Runs one task and returns how to settle it once the batch is on disk; null when it failed and the batch must be
	 * rolled back.
	 */
	async #runTask(task: Task, undo: Undo): Promise<Settle | null> {
		const connection = this.#connection;
		const start = performance.now();
		if (undo === "savepoint") this.#control.savepoint.run();
		try {
			const value = await task.work();
			if (undo === "savepoint") this.#control.release.run();
			return () => task.resolve(value);
		} catch (error) {
			// A full disk or an I/O error ends SQLite's transaction by itself: the writes of the other tasks are lost as
			// well.
			if (!connection.inTransaction) throw error;
			if (undo === "batch") return null;
			connection.run(undo === "savepoint" ? "ROLLBACK TO task" : "ROLLBACK");
			if (undo === "savepoint") connection.run("RELEASE task");
			return () => task.reject(error);
		} finally {
			const durationMs = performance.now() - start;
			if (durationMs > (this.#options.slowMs ?? SLOW_MS)) this.#options.onSlow?.(durationMs);
		}
	}

	/**
	 * Syncs the log. After a failed sync the kernel may have dropped the pages: only reopening the file shows what is on
	 * disk.
	 */
	async #sync(): Promise<void> {
		const { log, sync = syncToDisk } = this.#options;
		if (this.#failure !== null) throw this.#failure; // The failure of the previous batch.
		if (log === null) return;
		try {
			await sync(log);
		} catch (error) {
			this.#failure = new StoreFailedError("the write-ahead log could not be forced to disk", { cause: error });
			throw this.#failure;
		}
	}
}
