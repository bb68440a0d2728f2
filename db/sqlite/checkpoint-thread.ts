import { Worker } from "node:worker_threads";

/**
 * `open` opens all files that a pass needs; `pass` copies what is not copied yet; `truncate` copies all of it and empties
 * the log.
 */
type Question = "open" | "pass" | "truncate";

/** Longest wait for readers when the log is to be emptied, in ms. */
const READERS_MS = 50;

/**
 * Source of the thread: it answers each question when that is done, with the failure or null. A string, because the
 * compiled program has no file to start a thread from.
 */
const THREAD = `
	const { parentPort, workerData } = require("node:worker_threads");
	const { Database } = require("bun:sqlite");
	let connection;
	function open() {
		const opened = new Database(workerData, { readwrite: true });
		opened.run("PRAGMA busy_timeout = 5000; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0");
		opened.query("SELECT 1 FROM sqlite_schema").get();
		return opened;
	}
	function truncate() {
		// Writers are blocked while it waits for a reader of another process.
		connection.run("PRAGMA busy_timeout = ${READERS_MS}");
		try {
			return connection.query("PRAGMA wal_checkpoint(TRUNCATE)").values()[0][0] !== 0;
		} finally {
			connection.run("PRAGMA busy_timeout = 5000");
		}
	}
	parentPort.on("message", (question) => {
		try {
			connection ??= open();
			if (question === "pass") connection.query("PRAGMA wal_checkpoint(PASSIVE)").values();
			const isBusy = question === "truncate" && truncate();
			parentPort.postMessage(isBusy ? { code: "SQLITE_BUSY", message: "the log is in use" } : null);
		} catch (error) {
			parentPort.postMessage({ code: error.code, message: error.message });
		}
	});
`;

interface Answer {
	readonly code?: string;
	readonly message: string;
}

/** A failure that the thread has answered with. */
class PassError extends Error {
	override readonly name = "PassError";
	/** Result code of SQLite; undefined for any other failure. */
	readonly code: string | undefined;

	constructor({ code, message }: Answer) {
		super(code === undefined ? message : `${message} (${code})`);
		this.code = code;
	}
}

/** A thread with a connection of its own that copies the log of a data file. */
export class CheckpointThread {
	readonly #worker: Worker;
	/** The question without an answer yet. */
	#asked: PromiseWithResolvers<void> | null = null;
	/** Why the thread has ended; null while it runs. */
	#end: Error | null = null;

	constructor(path: string) {
		this.#worker = new Worker(THREAD, { eval: true, workerData: path });
		this.#worker.on("message", (answer: Answer | null) => {
			// It keeps the process alive only while it works.
			this.#worker.unref();
			if (answer === null) this.#asked?.resolve();
			else this.#asked?.reject(new PassError(answer));
		});
		this.#worker.on("error", (error) => this.#onEnd(error instanceof Error ? error : new Error(String(error))));
		this.#worker.on("exit", () => this.#onEnd(new Error("the checkpoint thread has ended")));
	}

	/** Asks one question at a time. @throws SQLite's failure */
	ask(question: Question): Promise<void> {
		if (this.#end !== null) return Promise.reject(this.#end);
		this.#asked = Promise.withResolvers();
		this.#worker.ref();
		this.#worker.postMessage(question);
		return this.#asked.promise;
	}

	/** Ends the thread and closes its connection. */
	async terminate(): Promise<void> {
		await this.#worker.terminate();
	}

	#onEnd(reason: Error): void {
		this.#end ??= reason;
		this.#asked?.reject(this.#end);
	}
}
