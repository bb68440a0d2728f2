import { availableParallelism } from "node:os";
import type { Logger } from "#kernel/logger";
import { SpeechError } from "#modules/speech";
import type { Frame } from "../frames.ts";
import { LiveProcess, type TrackListener } from "./live-process.ts";

/** Options of {@link LivePool}. */
export interface LivePoolOptions {
	/** What messages call a process. */
	readonly name: string;
	readonly log: Logger;
	/** For tests: how long a process may not answer, in ms. */
	readonly hangMs?: number;
}

/** A track, and the process that hears it. */
export interface PooledTrack {
	readonly id: number;
	readonly process: LiveProcess;
}

/** Tracks of a process from which on another one is started, as long as there are processors for it. */
const TRACKS_FOR_ANOTHER = 16;
/** Most tracks of a process: those in which nobody speaks cost next to nothing. */
const MAX_TRACKS = 250;
/** A process that is behind by so much takes no further track, in ms. */
const MAX_LAG_MS = 2_000;
/** Loading the models from a slow disk. */
const OPEN_MS = 30_000;
/** An unused process gives its memory back after this long. */
const IDLE_MS = 5 * 60_000;
/** Pause before the next start after an end that nobody wanted; doubled by each further one. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/** Processes that hear live speech: one for every two processors, started when they are needed. */
export class LivePool {
	private readonly options: LivePoolOptions;
	private readonly most = Math.max(1, Math.floor(availableParallelism() / 2));
	private readonly processes = new Set<LiveProcess>();
	private readonly closing = new AbortController();
	private idle: ReturnType<typeof setTimeout> | undefined;
	private nextTrack = 0;
	private failures = 0;

	constructor(options: LivePoolOptions) {
		this.options = options;
	}

	/**
	 * Opens a track.
	 * @param header what the process needs to know
	 * @throws SpeechError, or the reason of `signal`
	 */
	async open(header: Frame["header"], listener: TrackListener, signal: AbortSignal): Promise<PooledTrack> {
		const either = AbortSignal.any([signal, this.closing.signal]);
		either.throwIfAborted();
		if (this.processes.size === 0 && this.failures > 0)
			await pause(Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), MAX_PAUSE_MS), either);
		const process = this.leastUsed();
		const id = ++this.nextTrack;
		const opened = Promise.withResolvers<void>();
		const timeout = AbortSignal.timeout(OPEN_MS);
		const leave = () => opened.reject(either.aborted ? either.reason : tooSlow(this.options.name));
		const ended = AbortSignal.any([either, timeout]);
		ended.addEventListener("abort", leave, { once: true });
		let isOpen = false;
		process.open(id, header, {
			onMessage(message) {
				if (isOpen) listener.onMessage(message);
				else if (message.type === "opened") {
					isOpen = true;
					opened.resolve();
				}
			},
			onFailure(error) {
				if (isOpen) listener.onFailure(error);
				else opened.reject(error);
			},
		});
		try {
			await opened.promise;
			this.failures = 0;
			return { id, process };
		} catch (error) {
			this.close({ id, process });
			throw error;
		} finally {
			ended.removeEventListener("abort", leave);
		}
	}

	/** Closes a track. */
	close({ id, process }: PooledTrack): void {
		process.close(id);
		clearTimeout(this.idle);
		this.idle = setTimeout(() => this.endUnused(), IDLE_MS);
		this.idle.unref();
	}

	/** Ends all processes, and every track with them. */
	async end(): Promise<void> {
		this.closing.abort(new SpeechError("engine_died", "The service is stopping."));
		clearTimeout(this.idle);
		await Promise.all([...this.processes].map((process) => process.end()));
	}

	private leastUsed(): LiveProcess {
		const [least] = [...this.processes].sort((a, b) => a.tracks - b.tracks);
		if (!least || (least.tracks >= TRACKS_FOR_ANOTHER && this.processes.size < this.most)) return this.start();
		if (least.tracks < MAX_TRACKS && least.lagMs < MAX_LAG_MS) return least;
		throw new SpeechError("engine_busy", `${this.options.name} cannot take another speaker.`);
	}

	private start(): LiveProcess {
		const process: LiveProcess = new LiveProcess({
			...this.options,
			onEnd: (isWanted) => {
				this.processes.delete(process);
				if (!isWanted) this.failures++;
			},
		});
		this.processes.add(process);
		return process;
	}

	private endUnused(): void {
		for (const process of this.processes) if (process.tracks === 0) void process.end();
	}
}

const tooSlow = (name: string): SpeechError =>
	new SpeechError("engine_timeout", `${name} was not ready within ${OPEN_MS / 1000} s.`);

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, ms);
	const leave = () => reject(signal.reason);
	signal.addEventListener("abort", leave, { once: true });
	try {
		await promise;
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", leave);
	}
}
