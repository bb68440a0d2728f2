import type { Database } from "bun:sqlite";
import { Worker } from "node:worker_threads";

/**
 * Number of frames (pages of 4 KiB) in the log from which a pass is worth its syncs: 64 MiB. The longer the log, the
 * more often its pages were overwritten, and only the last state of each is copied.
 */
const CHECKPOINT_FRAMES = 16_000;
/** Maximum duration of a pass after which so little is left that the writer may wait for the next one. */
const QUICK_PASS_MS = 10;
/** Maximum number of passes concurrent with writes: if writes outpace the copying, the writer has to wait. */
const MAX_CONCURRENT_PASSES = 5;
/** Fallback to SQLite's own checkpoints when the thread fails. */
const AUTOCHECKPOINT_FRAMES = 1_000;

/**
 * Source of the thread: each message names a data file and is answered when one pass over its log is done. A string,
 * because the compiled program has no file to start a thread from.
 */
const THREAD = `
	const { parentPort } = require("node:worker_threads");
	const { Database } = require("bun:sqlite");
	let connection;
	parentPort.on("message", (path) => {
		if (connection === undefined) {
			connection = new Database(path, { readwrite: true });
			connection.run("PRAGMA busy_timeout = 5000");
		}
		connection.run("PRAGMA wal_checkpoint(PASSIVE)");
		parentPort.postMessage(null);
	});
`;

/**
 * Copies the write-ahead log into the data file in a separate thread: it takes two syncs, some 30 ms that would block
 * the event loop. Writes continue meanwhile, so such a pass never reaches the end of the log; each pass has less to
 * copy than the one before, and the writer waits for the last, short one, after which the log starts over. Reads never
 * wait.
 */
export class Checkpointer {
	readonly #path: string;
	readonly #connection: Database;
	readonly #frames: number;
	#thread: Worker | undefined;
	#state: "idle" | "copying" | "last pass due" | "failed" = "idle";
	#running: Promise<void> = Promise.resolve();

	/**
	 * @param connection the writer's connection; its automatic checkpoints are turned off
	 * @param frames length of the log from which to checkpoint
	 */
	constructor(path: string, connection: Database, frames: number = CHECKPOINT_FRAMES) {
		this.#path = path;
		this.#connection = connection;
		this.#frames = frames;
		connection.run("PRAGMA wal_autocheckpoint = 0");
	}

	/**
	 * Called by the writer before each transaction: null, or a promise the transaction has to wait for. Never rejects.
	 */
	beforeTransaction(): Promise<void> | null {
		if (this.#state === "last pass due") {
			this.#running = this.#checkpoint(1, "idle");
			return this.#running;
		}
		if (this.#state === "idle" && framesOf(this.#connection) >= this.#frames) {
			this.#state = "copying";
			this.#running = this.#checkpoint(MAX_CONCURRENT_PASSES, "last pass due");
		}
		return null;
	}

	/** Waits for a running pass, then terminates the thread. */
	async close(): Promise<void> {
		await this.#running;
		await this.#thread?.terminate();
	}

	/**
	 * Runs passes until little is left; `next` is the state afterwards. If the thread fails, SQLite resumes its own
	 * checkpoints: slower, but as safe.
	 */
	async #checkpoint(passes: number, next: "idle" | "last pass due"): Promise<void> {
		try {
			for (let pass = 1; pass <= passes; pass++) {
				const startMs = performance.now();
				await this.#runPass();
				if (performance.now() - startMs <= QUICK_PASS_MS) break;
			}
			this.#state = next;
		} catch {
			this.#state = "failed";
			this.#connection.run(`PRAGMA wal_autocheckpoint = ${AUTOCHECKPOINT_FRAMES}`);
		}
	}

	/** Runs one pass. The thread keeps the process alive only while it works. */
	#runPass(): Promise<void> {
		this.#thread ??= new Worker(THREAD, { eval: true });
		const thread = this.#thread;
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		thread.removeAllListeners();
		thread.once("message", () => resolve());
		thread.once("error", reject);
		thread.ref();
		thread.postMessage(this.#path);
		return promise.finally(() => thread.unref());
	}
}

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
