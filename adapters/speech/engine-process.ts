import { FairLimiter, INSTALLATION } from "#kernel/fair-queue";
import type { Logger } from "#kernel/logger";
import { SpeechError } from "#modules/engines/speech";
import { type ChildProcess, residentBytes } from "./child-process.ts";

/** Options of {@link EngineProcess}. */
export interface EngineProcessOptions<T extends ChildProcess> {
	/** What messages call it. */
	readonly name: string;
	/** Starts it. Rejects when it cannot be started. */
	readonly start: (signal: AbortSignal) => Promise<T>;
	readonly log: Logger;
	/** Memory from which it is replaced between two requests, and ended at once; undefined: no limit. */
	readonly memory?: { readonly replaceBytes: number; readonly endBytes: number };
}

/** A process, and the signal that aborts when it has ended. */
interface Started<T> {
	readonly process: T;
	readonly ended: AbortSignal;
}

/** An unused engine gives its memory back after this long. */
const IDLE_MS = 5 * 60_000;
/** Pause before the next start after an end that nobody wanted; doubled by each further one. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const WATCH_MS = 1_000;

/**
 * A process that is started when it is needed, serves one request at a time, and dies alone: a request that it fails is
 * rejected, and the next one gets a new process. Work that is aborted or takes too long ends the process, so that nothing
 * goes on behind our back.
 */
export class EngineProcess<T extends ChildProcess> {
	private readonly options: EngineProcessOptions<T>;
	private readonly limiter = new FairLimiter(1);
	private readonly closing = new AbortController();
	private running: Started<T> | null = null;
	private failures = 0;
	private isUsed = false;
	private idle: ReturnType<typeof setTimeout> | undefined;

	constructor(options: EngineProcessOptions<T>) {
		this.options = options;
	}

	/**
	 * Does one piece of work with the process, once its party has a slot.
	 * @param limitMs how long it may take, without the wait for its slot and the start of the process
	 * @throws SpeechError, or the reason of `signal`
	 */
	use<R>(
		{ signal, party = INSTALLATION }: { readonly signal: AbortSignal; readonly party?: string | undefined },
		limitMs: number,
		work: (process: T, signal: AbortSignal) => Promise<R>,
	): Promise<R> {
		const either = AbortSignal.any([signal, this.closing.signal]);
		return this.limiter.run(party, either, async () => {
			clearTimeout(this.idle);
			const started = await this.started(either);
			this.isUsed = true;
			try {
				const result = await this.guarded(started, either, limitMs, work);
				this.failures = 0;
				this.replaceIfLarge(started.process);
				return result;
			} catch (error) {
				// An answer that is no transcript leaves the process as it was.
				const isAlive =
					error instanceof SpeechError && (error.failure === "engine_misbehaved" || error.failure === "engine_refused");
				if (isAlive) this.options.log.warn("a speech engine returned an error", { name: this.options.name, error });
				else this.end(started, error);
				throw error;
			} finally {
				this.isUsed = false;
				this.idle = setTimeout(() => this.stop(), IDLE_MS);
				this.idle.unref();
			}
		});
	}

	/** Ends the process, if there is one. Work in progress is rejected, and so is all later work. */
	async close(): Promise<void> {
		this.closing.abort(new SpeechError("engine_died", "The service is stopping."));
		clearTimeout(this.idle);
		const { running } = this;
		this.stop();
		await running?.process.ended;
	}

	private async started(signal: AbortSignal): Promise<Started<T>> {
		if (this.running) return this.running;
		if (this.failures > 0) await pause(Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), MAX_PAUSE_MS), signal);
		const { start, name } = this.options;
		const process = await start(signal).catch((error: unknown) => {
			signal.throwIfAborted();
			this.failures++;
			this.options.log.warn("a speech engine could not be started", { name, error });
			throw error instanceof SpeechError ? error : cannotStart(name, error);
		});
		const ended = new AbortController();
		const started = { process, ended: ended.signal };
		this.running = started;
		void process.ended.then((how) => {
			ended.abort(new SpeechError("engine_died", `${name} exited unexpectedly.`));
			// Whoever was using it reports it.
			if (this.isUsed || this.running !== started) return;
			this.running = null;
			this.report(process, how);
		});
		return started;
	}

	/** Runs the work until it is done, aborted, too long or too large, or the process has ended. */
	private async guarded<R>(
		{ process, ended: processEnded }: Started<T>,
		signal: AbortSignal,
		limitMs: number,
		work: (process: T, signal: AbortSignal) => Promise<R>,
	): Promise<R> {
		const { name, memory } = this.options;
		const given = new AbortController();
		const stop = (failure: "engine_timeout" | "engine_died", text: string) =>
			given.abort(new SpeechError(failure, text));
		const tooLong = setTimeout(
			() => stop("engine_timeout", `${name} took longer than ${Math.round(limitMs / 1000)} s.`),
			limitMs,
		);
		const watch = setInterval(() => {
			if (memory && (residentBytes(process.pid) ?? 0) > memory.endBytes)
				stop("engine_died", `${name} used more than ${Math.round(memory.endBytes / 2 ** 20)} MiB of memory.`);
		}, WATCH_MS);
		const ended = AbortSignal.any([signal, given.signal, processEnded]);
		try {
			ended.throwIfAborted();
			return await Promise.race([work(process, ended), rejection(ended)]);
		} catch (error) {
			// Of several failures at once the first says why.
			ended.throwIfAborted();
			throw error;
		} finally {
			clearTimeout(tooLong);
			clearInterval(watch);
		}
	}

	private end(started: Started<T>, reason: unknown): void {
		if (this.running === started) this.running = null;
		started.process.kill();
		if (!(reason instanceof SpeechError) || this.closing.signal.aborted) return;
		this.failures++;
		void started.process.ended.then((how) => this.report(started.process, how, reason));
	}

	private replaceIfLarge({ pid }: T): void {
		const { memory } = this.options;
		if (memory && (residentBytes(pid) ?? 0) > memory.replaceBytes) this.stop();
	}

	private stop(): void {
		const { running } = this;
		this.running = null;
		running?.process.kill();
	}

	private report({ pid, lastWords }: T, how: string, error?: SpeechError): void {
		const { log, name } = this.options;
		log.warn("a speech engine exited", { name, pid, state: how, reason: lastWords(), error });
	}
}

const cannotStart = (name: string, cause: unknown): SpeechError =>
	new SpeechError("engine_died", `${name} could not be started.`, { cause });

function rejection(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	const waited = Promise.withResolvers<void>();
	const timer = setTimeout(waited.resolve, ms);
	try {
		await Promise.race([waited.promise, rejection(signal)]);
	} finally {
		clearTimeout(timer);
	}
}
