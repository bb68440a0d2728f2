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
const SLICE_MS = 1;
/** How long to wait for another process (a backup, the CLI) that holds the write lock. */
const BUSY_BUDGET_MS = 5_000;

/** Batches whose pieces get savepoints after one piece failed: so failures, however many, make few batches run twice. */
const GUARDED_AFTER_FAILURE = 50;

/** What a failed piece takes back: what it did itself, its own transaction, or all that the batch did. */
type Undo = "savepoint" | "transaction" | "batch";
/** Tells whoever asked for a piece what came of it. */
type Answer = () => void;

interface Committed {
	readonly answers: readonly Answer[];
	/** False when the only piece failed: then nothing has to reach the disk. */
	readonly isCommitted: boolean;
}

interface Piece {
	readonly work: () => unknown;
	readonly resolve: (value: unknown) => void;
	readonly reject: (reason: unknown) => void;
}

const eventLoopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const syncToDisk = (fd: number) =>
	new Promise<void>((resolve, reject) => fdatasync(fd, (error) => (error === null ? resolve() : reject(error))));

/**
 * The one writer of a SQLite file. Work that arrives while a commit is on its way to disk shares the next one; nobody is
 * answered before the commit that holds their work is on disk.
 *
 * Savepoints would make each piece pay for a failure that is rare (SQLite copies every page it touches), so a batch does
 * without. When a piece fails after all, the batch is undone and done again with savepoints: the failure stays with its
 * piece, and work may run twice.
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
	/** Batches to come whose pieces get savepoints. */
	#guardedBatches = 0;
	#busy = false;
	#onEnough: () => void = () => undefined;
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

	/** Runs `work` in a transaction, perhaps twice. Resolves once it is on disk; rejects with what `work` threw, and nothing stays. */
	run<T>(work: () => T | Promise<T>): Promise<T> {
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		this.#queue.push({ work, resolve: (value) => resolve(value as T), reject });
		this.#tellEnough();
		if (!this.#busy) {
			this.#busy = true;
			setImmediate(() => void this.#drain());
		}
		return promise;
	}

	async #drain(): Promise<void> {
		let onDisk = Promise.resolve();
		while (this.#queue.length > 0) {
			await this.#options.between?.();
			const batch = this.#queue.splice(0, this.#options.batchSize);
			try {
				const { answers, isCommitted } = await this.#commit(batch);
				await onDisk; // One batch is on its way to disk while the next is made, never two.
				onDisk = (isCommitted ? this.#sync() : Promise.resolve()).then(
					() => answers.forEach((answer) => void answer()),
					(error) => batch.forEach((piece) => void piece.reject(error)),
				);
			} catch (error) {
				// After the end there is no connection to ask.
				if (this.#failure === null && this.#connection.inTransaction) this.#connection.run("ROLLBACK");
				for (const piece of batch) piece.reject(error);
			}
			await Promise.race([onDisk, this.#enoughWait()]);
			await eventLoopTurn(); // Those just answered may ask again: one batch, not many.
			if (this.#queue.length === 0) await onDisk;
		}
		this.#busy = false;
	}

	/** Resolves once so many wait that they need no more company. */
	#enoughWait(): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#onEnough = resolve;
		this.#tellEnough();
		return promise;
	}

	#tellEnough(): void {
		if (this.#queue.length >= this.#options.batchSize / 2) this.#onEnough();
	}

	/** One transaction for the batch. Throws when the whole of it is lost; the failure of one piece is that piece's. */
	async #commit(batch: readonly Piece[]): Promise<Committed> {
		if (this.#failure !== null) throw this.#failure;
		await this.#begin();
		let answers = await this.#performAll(batch, this.#undoFor(batch));
		if (answers === null) {
			this.#connection.run("ROLLBACK");
			this.#guardedBatches = GUARDED_AFTER_FAILURE;
			await this.#begin();
			answers = await this.#performAll(batch, "savepoint");
		}
		const isCommitted = this.#connection.inTransaction;
		if (isCommitted) this.#connection.run("COMMIT");
		return { answers: answers ?? [], isCommitted };
	}

	#undoFor(batch: readonly Piece[]): Undo {
		if (batch.length === 1) return "transaction";
		if (this.#guardedBatches === 0) return "batch";
		this.#guardedBatches--;
		return "savepoint";
	}

	/** Does the pieces in their order and says how to answer each; null when one failed that only undoing all undoes. */
	async #performAll(batch: readonly Piece[], undo: Undo): Promise<Answer[] | null> {
		const answers: Answer[] = [];
		let sliceStart = performance.now();
		for (const piece of batch) {
			const answer = await this.#perform(piece, undo);
			if (answer === null) return null;
			answers.push(answer);
			if (batch.length > 1 && performance.now() - sliceStart > SLICE_MS) {
				await eventLoopTurn();
				sliceStart = performance.now();
			}
		}
		return answers;
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

	/** Does one piece and says how to answer it once the batch is on disk; null when it failed and the batch must be undone. */
	async #perform(piece: Piece, undo: Undo): Promise<Answer | null> {
		const connection = this.#connection;
		const start = performance.now();
		if (undo === "savepoint") this.#control.savepoint.run();
		try {
			const value = await piece.work();
			if (undo === "savepoint") this.#control.release.run();
			return () => piece.resolve(value);
		} catch (error) {
			// A full disk or an I/O error ends SQLite's transaction by itself: what the others wrote is gone as well.
			if (!connection.inTransaction) throw error;
			if (undo === "batch") return null;
			connection.run(undo === "savepoint" ? "ROLLBACK TO piece" : "ROLLBACK");
			if (undo === "savepoint") connection.run("RELEASE piece");
			return () => piece.reject(error);
		} finally {
			const durationMs = performance.now() - start;
			if (durationMs > (this.#options.slowMs ?? SLOW_MS)) this.#options.onSlow?.(durationMs);
		}
	}

	/** After a failed sync the kernel may have dropped the pages: only opening the file anew tells what is on disk. */
	async #sync(): Promise<void> {
		const { log, sync = syncToDisk } = this.#options;
		if (this.#failure !== null) throw this.#failure; // That of the batch before.
		if (log === null) return;
		try {
			await sync(log);
		} catch (error) {
			this.#failure = new StoreFailedError("the write-ahead log could not be forced to disk", { cause: error });
			throw this.#failure;
		}
	}
}
