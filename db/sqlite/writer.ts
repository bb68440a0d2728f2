import type { Database, Statement } from "bun:sqlite";
import { fdatasync } from "node:fs";
import { errorCode, StoreFailedError } from "../errors.ts";

/** How a {@link Writer} commits. */
export interface WriterOptions {
	/** File descriptor of the write-ahead log, synced after each commit; null: answered writes survive a crash only. */
	readonly log: number | null;
	/** Pieces of work that may share a commit; 1 turns group commit off. */
	readonly batchSize: number;
	/** Called when one piece of work held the writer for longer than `slowMs`, default 250. */
	readonly onSlow?: ((durationMs: number) => void) | undefined;
	readonly slowMs?: number;
	/** Asked before each transaction: null, or what it has to wait for. */
	readonly between?: () => Promise<void> | null;
	/** Forces the log to disk; replaced by tests of a failing disk. */
	readonly sync?: (fd: number) => Promise<void>;
}

/** A transaction that holds the only writer for so long stalls every other write. */
const SLOW_MS = 250;
/** How long a batch may keep the event loop before reads get their turn. */
const SLICE_MS = 2;
/** How long to wait for another process (a backup, the CLI) that holds the write lock. */
const BUSY_BUDGET_MS = 5_000;

interface Piece {
	readonly work: () => unknown;
	readonly resolve: (value: unknown) => void;
	readonly reject: (reason: unknown) => void;
}

const eventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const syncToDisk = (fd: number) =>
	new Promise<void>((resolve, reject) => fdatasync(fd, (error) => (error === null ? resolve() : reject(error))));

/**
 * The one writer of a SQLite file. Work that arrives while a commit is on its way to disk shares the next one, each
 * piece under its own savepoint; nobody is answered before the commit that holds their work is on disk.
 *
 * SQLite runs with `synchronous=NORMAL` (no fsync at commit). The sync of the log is asked for here, on a thread of the
 * pool, so that the event loop goes on serving: as durable as FULL, at several times its throughput.
 */
export class Writer {
	readonly #connection: Database;
	readonly #options: WriterOptions;
	readonly #queue: Piece[] = [];
	/** Compiled once: each piece of a batch has both. */
	readonly #control: { readonly savepoint: Statement; readonly release: Statement };
	#busy = false;
	#failure: StoreFailedError | null = null;

	constructor(connection: Database, options: WriterOptions) {
		this.#connection = connection;
		this.#options = options;
		this.#control = { savepoint: connection.prepare("SAVEPOINT piece"), release: connection.prepare("RELEASE piece") };
	}

	/** Why it refuses work, null while it accepts it. */
	get failure(): StoreFailedError | null {
		return this.#failure;
	}

	/** Refuses all work from now on: the connection is about to be closed. */
	end(): void {
		this.#failure ??= new StoreFailedError("the store was closed");
	}

	/** Runs `work` in a transaction. Resolves once it is on disk; rejects with what `work` threw, and nothing stays. */
	run<T>(work: () => T | Promise<T>): Promise<T> {
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		this.#queue.push({ work, resolve: (value) => resolve(value as T), reject });
		if (!this.#busy) {
			this.#busy = true;
			setImmediate(() => void this.#drain());
		}
		return promise;
	}

	async #drain(): Promise<void> {
		while (this.#queue.length > 0) {
			await this.#options.between?.();
			const batch = this.#queue.splice(0, this.#options.batchSize);
			try {
				await this.#commit(batch);
			} catch (error) {
				// After a failed sync the commit is over; after the end there is no connection to ask.
				if (this.#failure === null && this.#connection.inTransaction) this.#connection.run("ROLLBACK");
				for (const piece of batch) piece.reject(error);
			}
			await eventLoopTurn(); // Those just answered may ask again: one batch, not many.
		}
		this.#busy = false;
	}

	/** One transaction for the batch. Throws when the whole of it is lost; the failure of one piece is that piece's. */
	async #commit(batch: readonly Piece[]): Promise<void> {
		if (this.#failure !== null) throw this.#failure;
		const answers: (() => void)[] = [];
		await this.#begin();
		let sliceStart = performance.now();
		for (const piece of batch) {
			answers.push(await this.#perform(piece, batch.length > 1));
			if (batch.length > 1 && performance.now() - sliceStart > SLICE_MS) {
				await eventLoopTurn();
				sliceStart = performance.now();
			}
		}
		if (this.#connection.inTransaction) {
			this.#connection.run("COMMIT");
			await this.#sync();
		}
		for (const answer of answers) answer();
	}

	/** Takes the write lock. Waits by turns of the event loop: SQLite's own waiting would block it. */
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

	/** Does one piece and says how to answer it once the batch is on disk. */
	async #perform(piece: Piece, shared: boolean): Promise<() => void> {
		const connection = this.#connection;
		const start = performance.now();
		if (shared) this.#control.savepoint.run();
		try {
			const value = await piece.work();
			if (shared) this.#control.release.run();
			return () => piece.resolve(value);
		} catch (error) {
			// A full disk or an I/O error ends SQLite's transaction by itself: what the others wrote is gone as well.
			if (!connection.inTransaction) throw error;
			connection.run(shared ? "ROLLBACK TO piece" : "ROLLBACK");
			if (shared) connection.run("RELEASE piece");
			return () => piece.reject(error);
		} finally {
			const durationMs = performance.now() - start;
			if (durationMs > (this.#options.slowMs ?? SLOW_MS)) this.#options.onSlow?.(durationMs);
		}
	}

	/** After a failed sync the kernel may have dropped the pages: only opening the file anew tells what is on disk. */
	async #sync(): Promise<void> {
		const { log, sync = syncToDisk } = this.#options;
		if (log === null) return;
		try {
			await sync(log);
		} catch (error) {
			this.#failure = new StoreFailedError("the write-ahead log could not be forced to disk", { cause: error });
			throw this.#failure;
		}
	}
}
