import { availableParallelism } from "node:os";
import { INSTALLATION, shareOf } from "#kernel/fair-queue";
import type { Logger } from "#kernel/logger";
import { SpeechError } from "#modules/engines/speech";
import type { Frame } from "../frames.ts";
import { LiveProcess, type TrackListener } from "./live-process.ts";

/** Options of {@link LivePool}. */
export interface LivePoolOptions {
	/** What messages call a process. */
	readonly name: string;
	/** Command that starts this program. */
	readonly program: readonly string[];
	readonly log: Logger;
	/** For tests: how long a process may not answer, in ms. */
	readonly hangMs?: number;
	/** For tests: most tracks of a process. */
	readonly maxTracks?: number;
}

/** What a track is opened with. */
export interface PooledOptions {
	/** What the process needs to know. */
	readonly header: Frame["header"];
	/** Whose share it takes; undefined: the installation's, which has none. */
	readonly party: string | undefined;
	readonly signal: AbortSignal;
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
/** A process that is behind by so much with what is said now takes no further track, in ms. */
const MAX_LAG_MS = 2_000;
/** Loading the models from a slow disk. */
const OPEN_MS = 30_000;
/** An unused process gives its memory back after this long. */
const IDLE_MS = 5 * 60_000;
/** Pause before the next start after an end that nobody wanted; doubled by each further one. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/**
 * Processes that hear live speech: one for every two processors, started when they are needed. An organization has at most
 * half of the tracks, and one that keeps a process busy by itself does not keep others out of it.
 */
export class LivePool {
	private readonly options: LivePoolOptions;
	private readonly most = Math.max(1, Math.floor(availableParallelism() / 2));
	private readonly maxTracks: number;
	private readonly processes = new Set<LiveProcess>();
	private readonly closing = new AbortController();
	private idle: ReturnType<typeof setTimeout> | undefined;
	private nextTrack = 0;
	private failures = 0;

	constructor(options: LivePoolOptions) {
		this.options = options;
		this.maxTracks = options.maxTracks ?? MAX_TRACKS;
	}

	/**
	 * Opens a track.
	 * @throws SpeechError, or the reason of `signal`
	 */
	async open(options: PooledOptions, listener: TrackListener): Promise<PooledTrack> {
		const { header, party = INSTALLATION, signal } = options;
		const either = AbortSignal.any([signal, this.closing.signal]);
		either.throwIfAborted();
		if (this.processes.size === 0 && this.failures > 0)
			await pause(Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), MAX_PAUSE_MS), either);
		const process = this.processFor(party);
		const id = ++this.nextTrack;
		const opened = Promise.withResolvers<void>();
		const timeout = AbortSignal.timeout(OPEN_MS);
		const leave = () => opened.reject(either.aborted ? either.reason : tooSlow(this.options.name));
		const ended = AbortSignal.any([either, timeout]);
		ended.addEventListener("abort", leave, { once: true });
		let isOpen = false;
		process.open(id, party, header, {
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

	private processFor(party: string): LiveProcess {
		const { name } = this.options;
		const own = [...this.processes].reduce((sum, process) => sum + process.tracksOf(party), 0);
		if (party !== INSTALLATION && own >= shareOf(this.most * this.maxTracks))
			throw new SpeechError(
				"engine_share",
				`One organization has its share of the speakers that ${name} hears at once.`,
			);
		const [least] = [...this.processes].sort((a, b) => a.tracks - b.tracks);
		if (!least || (least.tracks >= Math.min(TRACKS_FOR_ANOTHER, this.maxTracks) && this.processes.size < this.most))
			return this.start();
		if (least.tracks < this.maxTracks && (least.lagMs < MAX_LAG_MS || isBusyForAnother(least, party))) return least;
		throw new SpeechError("engine_busy", `${name} cannot take another speaker.`);
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

/** Whether another party has most tracks of a process: it is behind for that one alone, since parties take turns in it. */
function isBusyForAnother(process: LiveProcess, party: string): boolean {
	const most = process.mostOfOneParty;
	return most > shareOf(process.tracks) && process.tracksOf(party) < most;
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
