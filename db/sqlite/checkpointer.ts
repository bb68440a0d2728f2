import type { Database } from "bun:sqlite";
import { CheckpointThread } from "./checkpoint-thread.ts";
import type { Failure } from "./failure.ts";
import { COPY_FAILED } from "./log-file.ts";

/**
 * Number of frames (pages of 4 KiB) in the log from which a pass is worth its syncs: 64 MiB. The longer the log, the
 * more often its pages were overwritten, and only the last state of each is copied.
 */
const CHECKPOINT_FRAMES = 16_000;
/** Maximum duration of a pass after which so little is left that the writer may wait for the next one. */
const QUICK_PASS_MS = 10;
/** Maximum number of passes concurrent with writes: if writes outpace the copying, the writer has to wait. */
const MAX_CONCURRENT_PASSES = 5;
/** Pause after a pass that may be repeated. */
const RETRY_MS = 5_000;
/** How long what was removed stays in the log before that is reported for the first time. */
const REPORT_MS = 30_000;
/** How long the log is left alone after it was emptied, as a multiple of what that took, and at most. */
const [REST, LONGEST_REST_MS] = [50, 5_000];

/**
 * Failures of a pass that left nothing half done: another process copies, there is no room for a larger data file, or no free descriptor to open it with.
 * A write that failed is repeated by the next pass; after a failed sync, there would be nothing to repeat it with.
 */
const REPEATABLE = /^SQLITE_(BUSY|LOCKED|FULL|NOMEM|CANTOPEN)/;

/** Options of {@link Checkpointer}. */
export interface CheckpointerOptions {
	/** Path of the data file. */
	readonly path: string;
	/** The writer's connection, which makes no checkpoints of its own. */
	readonly connection: Database;
	/** Where a failed pass is reported, for good. */
	readonly failure: Failure;
	/** Called when a pass failed and is to be repeated; must not throw. */
	readonly onRetry?: ((error: Error) => void) | undefined;
	/** Length of the log from which to checkpoint. */
	readonly frames?: number | undefined;
	/** Pause after a failed pass, in ms. */
	readonly retryMs?: number;
	/** Time from a removal until the log is emptied, in ms; null, the default: only {@link Checkpointer.truncate} empties it. */
	readonly emptyAfterMs?: number | null;
}

/**
 * Copies the write-ahead log into the data file in a separate thread: it takes two syncs, some 30 ms that would block
 * the event loop. Writes continue meanwhile, so such a pass never reaches the end of the log; each pass has less to
 * copy than the one before, and the writer waits for the last, short one, after which the log starts over. Reads never
 * wait.
 *
 * SQLite counts pages as copied before they are synced: only the pass that reaches the end of the log syncs the data
 * file. When that sync fails, the kernel drops the pages of all passes, and whoever goes on from the count loses them
 * for good once the log starts over. So the store has failed then, and the next start copies the whole log (decision
 * 046).
 *
 * The log also keeps what was removed from the data file, page by page, until it is emptied: that happens soon after a
 * removal, however short the log is (decision 088).
 */
export class Checkpointer {
	readonly #options: CheckpointerOptions;
	readonly #frames: number;
	#thread: CheckpointThread | undefined;
	#state: "idle" | "copying" | "last pass due" = "idle";
	#running: Promise<void> = Promise.resolve();
	/** No pass before this point in time, as of `performance.now()`. */
	#notBeforeMs = 0;
	/** Since when something that was removed may be in the log, as of `performance.now()`; null: nothing is. */
	#removedAtMs: number | null = null;
	/** Number of removals so far. */
	#removals = 0;
	#emptying: Timer | null = null;
	#reportAfterMs = REPORT_MS;
	/** How long the log is left alone after it was emptied, in ms. */
	#restMs = 0;

	constructor(options: CheckpointerOptions) {
		this.#options = options;
		this.#frames = options.frames ?? CHECKPOINT_FRAMES;
	}

	/**
	 * Starts the thread, which otherwise starts with the first pass: when no descriptor is free, Bun ends the process
	 * instead of starting it. @throws the failure to open the file
	 */
	async start(): Promise<void> {
		this.#thread = new CheckpointThread(this.#options.path);
		await this.#thread.ask("open");
	}

	/**
	 * Called by the writer before each transaction: null, or a promise the transaction has to wait for. Never rejects.
	 */
	beforeTransaction(): Promise<void> | null {
		if (this.#options.failure.error !== null) return null;
		if (this.#state === "last pass due") {
			this.#state = "copying";
			this.#running = this.#checkpoint(1, "idle");
			return this.#running;
		}
		if (this.#state === "idle" && framesOf(this.#options.connection) >= this.#frames && !this.#isPausing()) {
			this.#state = "copying";
			this.#running = this.#checkpoint(MAX_CONCURRENT_PASSES, "last pass due");
		}
		return null;
	}

	/** How long something that was removed may have been in the log, in ms; 0: nothing is. */
	get removedForMs(): number {
		return this.#removedAtMs === null ? 0 : performance.now() - this.#removedAtMs;
	}

	/** Notes that the transaction in progress removes something: the log is emptied soon after its commit. */
	noteRemoval(): void {
		this.#removals++;
		this.#removedAtMs ??= performance.now();
		this.#emptyIn(this.#restMs);
	}

	/**
	 * Copies all of the log into the data file and empties it: what was overwritten or deleted is not in it any more. Writers
	 * wait for the end of it alone. @throws SQLite's failure, when it is repeated later
	 */
	async truncate(): Promise<void> {
		while (this.#state === "copying") await this.#running;
		const { failure } = this.#options;
		if (failure.error !== null) throw failure.error;
		this.#state = "copying";
		const emptied = this.#empty();
		this.#running = emptied.catch(() => undefined);
		await emptied;
	}

	async #empty(): Promise<void> {
		const startMs = performance.now();
		// A transaction in progress keeps the pass waiting: what is removed from now on may come after it, and nothing before.
		const removals = this.#removals;
		try {
			this.#thread ??= new CheckpointThread(this.#options.path);
			await this.#thread.ask("pass");
			await this.#thread.ask("truncate");
			this.#removedAtMs = this.#removals === removals ? null : startMs;
			this.#reportAfterMs = REPORT_MS;
			this.#restMs = Math.min(LONGEST_REST_MS, REST * (performance.now() - startMs));
		} catch (error) {
			if (!isRepeatable(error)) throw this.#options.failure.fail(COPY_FAILED, error);
			this.#removedAtMs ??= startMs;
			this.#emptyIn(this.#options.retryMs ?? RETRY_MS);
			throw error;
		} finally {
			this.#state = "idle";
		}
	}

	/** Empties the log after a time, and again until that succeeds. */
	#emptyIn(ms: number): void {
		const { emptyAfterMs = null } = this.#options;
		if (emptyAfterMs === null || this.#emptying !== null) return;
		this.#emptying = setTimeout(
			() => {
				this.#emptying = null;
				// It may have been emptied meanwhile.
				if (this.#removedAtMs !== null) void this.truncate().catch((error) => this.#reportInUse(error));
			},
			Math.max(emptyAfterMs, ms),
		);
		this.#emptying.unref();
	}

	/** Reports that the log cannot be emptied: after half a minute, a whole one, two … */
	#reportInUse(error: unknown): void {
		if (!isRepeatable(error) || this.removedForMs < this.#reportAfterMs) return;
		this.#reportAfterMs *= 2;
		this.#options.onRetry?.(
			new Error("what was removed is still in it, while another program reads the database", { cause: error }),
		);
	}

	/** Waits for a running pass; none begins by itself any more. No transaction may begin meanwhile. */
	async stop(): Promise<void> {
		if (this.#emptying !== null) clearTimeout(this.#emptying);
		await this.#running;
	}

	/**
	 * Terminates the thread. By then the log must be empty: Bun has SQLite copy it once more at the end of a thread, and
	 * ignores the failure.
	 */
	async close(): Promise<void> {
		await this.stop();
		await this.#thread?.terminate();
	}

	#isPausing(): boolean {
		return this.#notBeforeMs > 0 && performance.now() < this.#notBeforeMs;
	}

	/** Runs passes until little is left; `next` is the state afterwards. */
	async #checkpoint(passes: number, next: "idle" | "last pass due"): Promise<void> {
		const { failure, onRetry, retryMs = RETRY_MS } = this.#options;
		try {
			this.#thread ??= new CheckpointThread(this.#options.path);
			for (let pass = 1; pass <= passes && failure.error === null; pass++) {
				const startMs = performance.now();
				await this.#thread.ask("pass");
				if (performance.now() - startMs <= QUICK_PASS_MS) break;
			}
			this.#state = next;
		} catch (error) {
			this.#state = "idle";
			this.#notBeforeMs = performance.now() + retryMs;
			if (isRepeatable(error)) onRetry?.(error);
			else failure.fail(COPY_FAILED, error);
		}
	}
}

const isRepeatable = (error: unknown): error is Error =>
	error instanceof Error && "code" in error && REPEATABLE.test(String(error.code));

/**
 * Returns the number of frames in the log, including those already in the data file; 0 when it cannot be determined.
 * Takes about a microsecond.
 */
export function framesOf(connection: Database): number {
	try {
		const [row] = connection.query<{ log: number }, []>("PRAGMA wal_checkpoint(NOOP)").all();
		return row?.log ?? 0;
	} catch {
		return 0; // Another process holds the file.
	}
}
