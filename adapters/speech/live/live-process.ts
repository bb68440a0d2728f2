import type { Logger } from "#kernel/logger";
import { SpeechError } from "#modules/engines/speech";
import { type ChildProcess, observe, residentBytes } from "../child-process.ts";
import { encodeFrame, type Frame, readFrames } from "../frames.ts";

/** Messages of the process about one track. */
export interface TrackListener {
	onMessage(message: Frame["header"]): void;
	/** The process has ended, or failed in this track. Nothing follows. */
	onFailure(error: SpeechError): void;
}

/** Options of {@link LiveProcess}. */
export interface LiveProcessOptions {
	/** What messages call it. */
	readonly name: string;
	/** Command that starts this program. */
	readonly program: readonly string[];
	readonly log: Logger;
	/** Called when it has ended. @param isWanted whether we have ended it ourselves */
	readonly onEnd: (isWanted: boolean) => void;
	/** For tests: how long it may not answer, in ms. */
	readonly hangMs?: number;
}

/** The command of our own program that hears live speech. */
const LIVE_SPEECH_WORKER = "live-speech-worker";

const WATCH_MS = 1_000;
/** How long a track may catch up on what was said before it was opened, in ms: a minute of it comes at once after a restart. */
const CATCH_UP_MS = 60_000;
/** A process that takes no audio for this long does nothing more. */
const HANG_MS = 20_000;
/** Far more than the model, eight recognizers and the detector need. */
const MEMORY_BYTES = 4 * 2 ** 30;

/** A process of our own program that hears many tracks: see `worker.ts`. It dies alone, and all its tracks with it. */
export class LiveProcess {
	private readonly options: LiveProcessOptions;
	private readonly child: Bun.Subprocess<"pipe", "pipe", "pipe">;
	private readonly observed: ChildProcess;
	private readonly listeners = new Map<number, TrackListener>();
	/** Whose the tracks are. */
	private readonly parties = new Map<number, string>();
	/** When audio was sent that is not taken yet, by track; the oldest first. */
	private readonly untaken = new Map<number, number[]>();
	/** Until when tracks may catch up that have not done so yet. */
	private readonly catchingUp = new Map<number, number>();
	private readonly watch: ReturnType<typeof setInterval>;
	/** When it last took audio. */
	private tookMs = 0;
	private isWanted = false;
	private failure: SpeechError | null = null;

	constructor(options: LiveProcessOptions) {
		this.options = options;
		this.child = Bun.spawn([...options.program, LIVE_SPEECH_WORKER], {
			// None of our variables, which hold secrets. This one lets the system end the process with ours, even if ours is killed.
			env: { BUN_FEATURE_FLAG_NO_ORPHANS: "1" },
			stdin: "pipe",
			stdout: "pipe",
			stderr: "pipe",
			detached: true,
		});
		this.observed = observe(this.child);
		this.watch = setInterval(() => this.inspect(), WATCH_MS);
		this.watch.unref();
		void this.read();
		void this.observed.ended.then((how) => this.ended(how));
	}

	get tracks(): number {
		return this.listeners.size;
	}

	tracksOf(party: string): number {
		return [...this.parties.values()].filter((each) => each === party).length;
	}

	/** Number of tracks of the party that has most of them. */
	get mostOfOneParty(): number {
		return Math.max(0, ...[...new Set(this.parties.values())].map((party) => this.tracksOf(party)));
	}

	/** For how long the oldest audio has been waiting of those who speak now, in ms: what was said earlier and comes at once may wait. */
	get lagMs(): number {
		const nowMs = performance.now();
		return this.waitOf((track) => nowMs > (this.catchingUp.get(track) ?? 0));
	}

	/** For how long the oldest audio has been waiting of some tracks, in ms. */
	private waitOf(counts: (track: number) => boolean): number {
		const nowMs = performance.now();
		let oldest = nowMs;
		for (const [track, [sentMs = nowMs]] of this.untaken) if (counts(track)) oldest = Math.min(oldest, sentMs);
		return nowMs - oldest;
	}

	open(track: number, party: string, header: Frame["header"], listener: TrackListener): void {
		this.listeners.set(track, listener);
		this.parties.set(track, party);
		this.catchingUp.set(track, performance.now() + CATCH_UP_MS);
		this.send(track, { ...header, party, do: "open" });
	}

	/** Sends audio. The process answers `taken` when it has heard it. */
	hear(track: number, pcm: Uint8Array): void {
		const sent = this.untaken.get(track) ?? [];
		sent.push(performance.now());
		this.untaken.set(track, sent);
		this.send(track, { do: "hear" }, pcm);
	}

	/** Ends the utterance of a track. The process answers `finalized`. */
	finalize(track: number): void {
		this.send(track, { do: "finalize" });
	}

	close(track: number): void {
		if (!this.forget(track)) return;
		this.send(track, { do: "close" });
	}

	/** Ends it. Its tracks fail. */
	async end(): Promise<void> {
		this.isWanted = true;
		this.observed.kill();
		await this.observed.ended;
	}

	private forget(track: number): boolean {
		this.untaken.delete(track);
		this.parties.delete(track);
		this.catchingUp.delete(track);
		return this.listeners.delete(track);
	}

	private send(track: number, header: Frame["header"], payload: Uint8Array | null = null): void {
		try {
			void this.child.stdin.write(encodeFrame({ track, ...header }, payload));
			void this.child.stdin.flush();
		} catch {
			// It has ended, which is reported to every track.
		}
	}

	private async read(): Promise<void> {
		try {
			for await (const { header } of readFrames(this.child.stdout)) this.receive(header);
		} catch {
			// It has ended, or sends what is no message: then it cannot go on.
		}
		this.observed.kill();
	}

	private receive(message: Frame["header"]): void {
		const track = Number(message.track);
		const listener = this.listeners.get(track);
		if (!listener) return;
		if (message.type === "taken") {
			this.tookMs = performance.now();
			const sent = this.untaken.get(track);
			sent?.shift();
			if (sent?.length === 0) {
				this.untaken.delete(track);
				this.catchingUp.delete(track);
			}
		}
		if (message.type === "failed") this.fail(track, listener, String(message.reason));
		else listener.onMessage(message);
	}

	private fail(track: number, listener: TrackListener, reason: string): void {
		const { name, log } = this.options;
		log.warn("a speech engine returned an error", { name, reason });
		this.forget(track);
		listener.onFailure(new SpeechError("engine_misbehaved", `${name} failed.`, { cause: new Error(reason) }));
	}

	/** Ends it when it hangs or takes too much memory. */
	private inspect(): void {
		const { name, hangMs = HANG_MS } = this.options;
		// One that is behind, because many speak, still works.
		if (
			Math.min(
				this.waitOf(() => true),
				performance.now() - this.tookMs,
			) > hangMs
		)
			this.failure = new SpeechError("engine_timeout", `${name} took longer than ${Math.round(hangMs / 1000)} s.`);
		else if ((residentBytes(this.observed.pid) ?? 0) > MEMORY_BYTES)
			this.failure = new SpeechError("engine_died", `${name} used more than ${MEMORY_BYTES / 2 ** 20} MiB of memory.`);
		else return;
		this.observed.kill();
	}

	private ended(how: string): void {
		clearInterval(this.watch);
		const { name, log, onEnd } = this.options;
		const error = this.failure ?? new SpeechError("engine_died", `${name} exited unexpectedly.`);
		if (!this.isWanted) {
			const reason = this.observed.lastWords();
			log.warn("a speech engine exited", { name, pid: this.observed.pid, state: how, reason, error });
		}
		const listeners = [...this.listeners.values()];
		this.listeners.clear();
		this.parties.clear();
		this.untaken.clear();
		this.catchingUp.clear();
		onEnd(this.isWanted);
		for (const listener of listeners) listener.onFailure(error);
	}
}
