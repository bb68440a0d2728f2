import { observe, residentBytes } from "../speech/child-process.ts";
import { encodeFrame, readFrames } from "../speech/frames.ts";
import { type FromWorker, MAX_MESSAGE_BYTES, type ToWorker } from "./messages.ts";

/** How often it is asked for a sign of life, in ms. */
const PING_MS = 1_000;
/** One that gives none for so long does nothing more. */
const HANG_MS = 15_000;
/** Sixty people take 200 MiB. */
const MEMORY_BYTES = 2 ** 30;

/** How a worker is started. */
export interface WorkerProcessOptions {
	readonly command: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly onMessage: (message: FromWorker) => void;
	/** Called once. @param how `exit code 1` or `SIGKILL` @param lastWords of its standard error */
	readonly onEnd: (how: string, lastWords: string) => void;
}

/** A media worker as a child process: it is ended when it hangs, or takes too much memory. */
export class WorkerProcess {
	readonly #options: WorkerProcessOptions;
	readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
	readonly #observed: ReturnType<typeof observe>;
	readonly #timer: ReturnType<typeof setInterval>;
	#heardAtMs = performance.now();

	constructor(options: WorkerProcessOptions) {
		this.#options = options;
		this.#child = Bun.spawn([...options.command], {
			env: options.env,
			stdin: "pipe",
			stdout: "pipe",
			stderr: "pipe",
			detached: true,
		});
		this.#observed = observe(this.#child);
		this.#timer = setInterval(() => this.#inspect(), PING_MS);
		this.#timer.unref();
		void this.#read();
		void this.#observed.ended.then((how) => {
			clearInterval(this.#timer);
			options.onEnd(how, this.#observed.lastWords());
		});
	}

	get pid(): number {
		return this.#observed.pid;
	}

	tell(message: ToWorker): void {
		try {
			void this.#child.stdin.write(encodeFrame({ ...message }));
			void this.#child.stdin.flush();
		} catch {
			// It has ended, which is reported.
		}
	}

	async end(): Promise<void> {
		this.#observed.kill();
		await this.#observed.ended;
	}

	async #read(): Promise<void> {
		try {
			for await (const { header } of readFrames(this.#child.stdout, MAX_MESSAGE_BYTES)) {
				this.#heardAtMs = performance.now();
				this.#options.onMessage(header as FromWorker);
			}
		} catch {
			// It sends what is no message: then it cannot go on.
		}
		this.#observed.kill();
	}

	#inspect(): void {
		const isTooLarge = (residentBytes(this.#observed.pid) ?? 0) > MEMORY_BYTES;
		if (isTooLarge || performance.now() - this.#heardAtMs > HANG_MS) this.#observed.kill();
		else this.tell({ do: "ping" });
	}
}
