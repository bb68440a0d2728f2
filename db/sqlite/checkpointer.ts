import type { Database } from "bun:sqlite";
import { Worker } from "node:worker_threads";

/** Frames (pages of 4 KiB) in the log from which a pass is worth its syncs: 64 MiB. The longer the log, the more often a page
 * in it was written over, and only its last state is copied. */
const WORTHWHILE_FRAMES = 16_000;
/** A pass that took no longer left so little that the writer may wait for the next one. */
const QUICK_PASS_MS = 10;
/** Passes that writes go on beside, at most: where they are faster than the copying, the writer has to wait after all. */
const FREE_PASSES = 5;
/** SQLite's own setting, for when the thread fails. */
const AUTOCHECKPOINT_FRAMES = 1_000;

/**
 * The thread: each message names a data file, and is answered when one pass over its log is done. Text, because the
 * compiled program has no file to start a thread from.
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
 * Copies the write-ahead log into the data file, in a thread of its own: it takes two syncs, some 30 ms in which the
 * event loop would stand still. Writes go on meanwhile, so such a pass never finds an end of the log; each next one has
 * less to copy, and for the last, when little is left, the writer waits: so the log begins anew. Reads never wait.
 */
export class Checkpointer {
	readonly #path: string;
	readonly #connection: Database;
	readonly #frames: number;
	#thread: Worker | undefined;
	#state: "idle" | "copying" | "last pass due" | "failed" = "idle";
	#running: Promise<void> = Promise.resolve();

	/**
	 * @param connection the writer's; it makes no checkpoints of its own any more
	 * @param frames length of the log at which the work begins
	 */
	constructor(path: string, connection: Database, frames: number = WORTHWHILE_FRAMES) {
		this.#path = path;
		this.#connection = connection;
		this.#frames = frames;
		connection.run("PRAGMA wal_autocheckpoint = 0");
	}

	/** Asked by the writer before each transaction: null, or what the transaction has to wait for. Never rejects. */
	between(): Promise<void> | null {
		if (this.#state === "last pass due") {
			this.#running = this.#copy(1, "idle");
			return this.#running;
		}
		if (this.#state === "idle" && framesOf(this.#connection) >= this.#frames) {
			this.#state = "copying";
			this.#running = this.#copy(FREE_PASSES, "last pass due");
		}
		return null;
	}

	/** Waits for a pass under way, then ends the thread. */
	async close(): Promise<void> {
		await this.#running;
		await this.#thread?.terminate();
	}

	/** Passes until little is left; `next` is the state after them. Without its thread, SQLite checkpoints by itself again: slower, as safe. */
	async #copy(passes: number, next: "idle" | "last pass due"): Promise<void> {
		try {
			for (let pass = 1; pass <= passes; pass++) {
				const startMs = performance.now();
				await this.#ask();
				if (performance.now() - startMs <= QUICK_PASS_MS) break;
			}
			this.#state = next;
		} catch {
			this.#state = "failed";
			this.#connection.run(`PRAGMA wal_autocheckpoint = ${AUTOCHECKPOINT_FRAMES}`);
		}
	}

	/** The thread keeps the process alive while it works, and only then. */
	#ask(): Promise<void> {
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

/** Frames in the log, also those that are in the data file by now; 0 when nobody can say. Takes about a microsecond. */
export function framesOf(connection: Database): number {
	try {
		const [row] = connection.query<{ log: number }, []>("PRAGMA wal_checkpoint(NOOP)").all();
		return row?.log ?? 0;
	} catch {
		return 0; // Another process holds the file.
	}
}
