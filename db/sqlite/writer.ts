import type { Database, Statement } from "bun:sqlite";
import { fdatasync } from "node:fs";
import { errorCode, isUnavailable } from "../errors.ts";
import type { TransactionReport } from "../store.ts";
import { Failure } from "./failure.ts";
import { eventLoopTurn, Slices } from "./slices.ts";

/** Options of {@link Writer}. */
export interface WriterOptions {
	/**
	 * File descriptor of the write-ahead log, synced after each commit; null: acknowledged writes only survive a crash of
	 * the process.
	 */
	readonly log: number | null;
	/** Maximum number of tasks that share a commit; 1 turns group commit off. */
	readonly batchSize: number;
	/** Called for every task of a batch once that has ended; the time of the commit counts for the longest of them. */
	readonly onTask?: ((report: TransactionReport) => void) | undefined;
	/** Called before each transaction: null, or a promise it has to wait for. */
	readonly beforeTransaction?: () => Promise<void> | null;
	/** Whether the store accepts writes; default: one of the writer's own. */
	readonly failure?: Failure;
	/** Called for each batch: null once it is on disk, otherwise the storage's failure, which refused all of it. */
	readonly onOutcome?: (error: unknown) => void;
	/** Syncs the log to disk; replaced by tests of a failing disk. */
	readonly sync?: (fd: number) => Promise<void>;
}

/** Time after which a batch takes no further task, so that tasks do not add up to a long transaction. */
const BATCH_MS = 20;
/** Failures of SQLite's own syncs, which it makes when the log starts over. */
const FAILED_SYNC = /^SQLITE_IOERR_(DIR_)?FSYNC$/;
const LOG_FAILED = "the write-ahead log could not be forced to disk";
/** Maximum wait for another process (a backup, the CLI) that holds the write lock. */
const BUSY_BUDGET_MS = 5_000;
/** Time between two attempts to take it, in ms. */
const BUSY_POLL_MS = 1;
/** Number of batches that use savepoints after a task failed, so that even many failures cause few batches to run twice. */
const SAVEPOINT_BATCHES_AFTER_FAILURE = 50;

/** Scope of the rollback of a failed task: its savepoint, its own transaction, or the whole batch. */
type Undo = "savepoint" | "transaction" | "batch";
/** Settles the promise of a task. */
type Settle = () => void;

interface Committed {
	readonly ended: readonly EndedTask[];
	/** False when the only task failed, so that nothing has to be synced. */
	readonly isCommitted: boolean;
}

/** A task that ran and is settled once its batch is on disk. */
interface EndedTask {
	readonly label: TaskLabel | null;
	readonly settle: Settle;
	readonly durationMs: number;
}

/** The write a task belongs to, for reports. */
export type TaskLabel = Pick<TransactionReport, "name" | "describe">;

interface Task {
	readonly label: TaskLabel | null;
	readonly arrivedAtMs: number;
	readonly work: () => unknown;
	readonly resolve: (value: unknown) => void;
	readonly reject: (reason: unknown) => void;
}

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
	readonly #failure: Failure;
	readonly #queue: Task[] = [];
	/** Compiled once, since each task of a batch may need both. */
	readonly #control: { readonly savepoint: Statement; readonly release: Statement };
	/** Number of upcoming batches that use savepoints. */
	#savepointBatches = 0;
	readonly #slices = new Slices();
	#busy = false;
	#onBatchReady: () => void = () => undefined;

	constructor(connection: Database, options: WriterOptions) {
		this.#connection = connection;
		this.#options = options;
		this.#failure = options.failure ?? new Failure();
		this.#control = { savepoint: connection.prepare("SAVEPOINT task"), release: connection.prepare("RELEASE task") };
	}

	/**
	 * Runs `work` in a transaction, possibly twice. Resolves once it is on disk; rejects with the error of `work`, of
	 * which nothing remains.
	 * @param label null: it is not reported
	 */
	run<T>(work: () => T | Promise<T>, label: TaskLabel | null = null): Promise<T> {
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		const arrivedAtMs = performance.now();
		this.#queue.push({ label, arrivedAtMs, work, resolve: (value) => resolve(value as T), reject });
		this.#notifyIfBatchReady();
		if (!this.#busy) {
			this.#busy = true;
			setImmediate(() => void this.#drain());
		}
		return promise;
	}

	/**
	 * Called after each statement of a transaction: null, or a promise it has to wait for, in which others read what was
	 * committed before.
	 */
	giveWay(): Promise<void> | null {
		return this.#slices.next();
	}

	/** Forgets its statements, before the connection is closed. */
	close(): void {
		this.#control.savepoint.finalize();
		this.#control.release.finalize();
	}

	async #drain(): Promise<void> {
		let onDisk = Promise.resolve();
		while (this.#queue.length > 0) {
			await this.#options.beforeTransaction?.();
			const batch = this.#queue.splice(0, this.#options.batchSize);
			try {
				const { ended, isCommitted } = await this.#commit(batch);
				this.#queue.unshift(...batch.splice(ended.length));
				await onDisk; // At most one batch is being synced while the next one runs.
				onDisk = (isCommitted ? this.#sync() : Promise.resolve()).then(
					() => ended.forEach(({ settle }) => void settle()),
					(error) => this.#refuse(batch, error),
				);
			} catch (error) {
				this.#refuse(batch, this.#afterFailed(error));
			}
			await Promise.race([onDisk, this.#batchReady()]);
			await eventLoopTurn(); // Callers just notified may write again: collect them in one batch.
			if (this.#queue.length === 0) await onDisk;
		}
		this.#busy = false;
	}

	#refuse(batch: readonly Task[], error: unknown): void {
		if (isUnavailable(error)) this.#options.onOutcome?.(error);
		for (const task of batch) task.reject(error);
	}

	/** Rolls back after a batch failed, and returns the error to refuse it with. Never throws. */
	#afterFailed(error: unknown): unknown {
		// After closing there is no connection to query, and after a failed sync nothing may touch the file.
		if (this.#failure.error !== null) return error;
		if (FAILED_SYNC.test(errorCode(error) ?? "")) return this.#failure.fail(LOG_FAILED, error);
		try {
			if (this.#connection.inTransaction) this.#connection.run("ROLLBACK");
			return error;
		} catch (cause) {
			return this.#failure.fail("a transaction could not be rolled back", cause);
		}
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
	 * Runs the batch, or as many of its first tasks as {@link BATCH_MS} allows, in one transaction. Throws when the whole
	 * batch is lost; the failure of a single task only affects that task.
	 */
	async #commit(batch: readonly Task[]): Promise<Committed> {
		if (this.#failure.error !== null) throw this.#failure.error;
		await this.#begin();
		let ended = await this.#runTasks(batch, this.#undoFor(batch));
		if (ended === null) {
			this.#connection.run("ROLLBACK");
			this.#savepointBatches = SAVEPOINT_BATCHES_AFTER_FAILURE;
			await this.#begin();
			ended = await this.#runTasks(batch, "savepoint");
		}
		const isCommitted = this.#connection.inTransaction;
		const start = performance.now();
		if (isCommitted) this.#connection.run("COMMIT");
		this.#report(ended ?? [], performance.now() - start, batch.length > 1);
		return { ended: ended ?? [], isCommitted };
	}

	/** @param isShared whether the tasks have waited for each other */
	#report(ended: readonly EndedTask[], commitMs: number, isShared: boolean): void {
		const longest = Math.max(...ended.map(({ durationMs }) => durationMs));
		const nextSinceMs = performance.now() - (this.#queue[0]?.arrivedAtMs ?? Number.POSITIVE_INFINITY);
		for (const { label, durationMs: ownMs } of ended) {
			const durationMs = ownMs === longest ? ownMs + commitMs : ownMs;
			const waitedMs = isShared ? durationMs : Math.max(0, Math.min(durationMs, nextSinceMs));
			if (label) this.#options.onTask?.({ ...label, durationMs, waitedMs });
		}
	}

	#undoFor(batch: readonly Task[]): Undo {
		if (batch.length === 1) return "transaction";
		if (this.#savepointBatches === 0) return "batch";
		this.#savepointBatches--;
		return "savepoint";
	}

	/**
	 * Runs the tasks in order, until they have taken {@link BATCH_MS}, and returns those that ran; null when one failed and
	 * only a rollback of the whole batch undoes it.
	 */
	async #runTasks(batch: readonly Task[], undo: Undo): Promise<EndedTask[] | null> {
		const ended: EndedTask[] = [];
		let spentMs = 0;
		this.#slices.begin();
		for (const task of batch) {
			const startMs = this.#slices.nowMs();
			const settle = await this.#runTask(task, undo);
			if (settle === null) return null;
			const durationMs = this.#slices.nowMs() - startMs;
			ended.push({ label: task.label, settle, durationMs });
			spentMs += durationMs;
			if (spentMs > BATCH_MS) break;
			await this.#slices.next();
		}
		return ended;
	}

	/**
	 * Takes the write lock. Polls from the event loop: SQLite's own waiting would block it. Often, because a process with many
	 * writes releases the lock for less than a millisecond between two batches.
	 */
	async #begin(): Promise<void> {
		const deadline = performance.now() + BUSY_BUDGET_MS;
		for (;;) {
			try {
				this.#connection.run("BEGIN IMMEDIATE");
				return;
			} catch (error) {
				if (!errorCode(error)?.startsWith("SQLITE_BUSY") || performance.now() > deadline) throw error;
			}
			await Bun.sleep(BUSY_POLL_MS);
		}
	}

	/**
	 * Runs one task and returns how to settle it once the batch is on disk; null when it failed and the batch must be
	 * rolled back.
	 */
	async #runTask(task: Task, undo: Undo): Promise<Settle | null> {
		const connection = this.#connection;
		if (undo === "savepoint") this.#control.savepoint.run();
		try {
			const value = await task.work();
			if (undo === "savepoint") this.#control.release.run();
			return () => task.resolve(value);
		} catch (error) {
			// A full disk or an I/O error may end SQLite's transaction by itself, and with it the writes of the other tasks.
			if (!connection.inTransaction || isUnavailable(error)) throw error;
			if (undo === "batch") return null;
			connection.run(undo === "savepoint" ? "ROLLBACK TO task" : "ROLLBACK");
			if (undo === "savepoint") connection.run("RELEASE task");
			return () => task.reject(error);
		}
	}

	/**
	 * Syncs the log. After a failed sync the kernel may have dropped the pages: only reopening the file shows what is on
	 * disk.
	 */
	async #sync(): Promise<void> {
		const { log, sync = syncToDisk } = this.#options;
		if (this.#failure.error !== null) throw this.#failure.error; // The failure of the previous batch.
		try {
			if (log !== null) await sync(log);
		} catch (error) {
			throw this.#failure.fail(LOG_FAILED, error);
		}
		this.#options.onOutcome?.(null);
	}
}
