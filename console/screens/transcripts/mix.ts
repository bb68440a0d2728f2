/** What plays a meeting: one recording, or those of all participants together. */
export type Playable = Pick<
	HTMLAudioElement,
	| "currentTime"
	| "duration"
	| "paused"
	| "playbackRate"
	| "autoplay"
	| "play"
	| "pause"
	| "addEventListener"
	| "removeEventListener"
>;

/** A recording, and where it lies on the time line of the transcript. */
export interface Track {
	readonly url: string;
	readonly offsetMs: number;
	readonly durationMs: number;
}

/** So much before a recording, somebody may already be heard to speak: captions are not exact. */
const LEAD_MS = 2_000;

/** Whether something was recorded at a moment. */
export const isHeardAt = (tracks: readonly Track[], atMs: number): boolean =>
	tracks.some(({ offsetMs, durationMs }) => atMs >= offsetMs - LEAD_MS && atMs < offsetMs + durationMs);

/** How often the recordings are compared with the clock, in ms. */
const TICK_MS = 200;
/** So far they may run apart: less than people notice between speakers, and more than seeking costs. */
const TOLERANCE_MS = 120;

/**
 * Plays the recordings of participants as one, each from where it began: a clock of its own says where, and each recording
 * follows it.
 */
export class Mix extends EventTarget implements Playable {
	autoplay = false;
	#tracks: readonly (Track & { readonly audio: HTMLAudioElement })[] = [];
	#rate = 1;
	/** Where it was when it last began to play, or was moved. */
	#fromMs = 0;
	/** Since when it plays, by `performance.now`; null: it does not. */
	#sinceMs: number | null = null;
	#timer: ReturnType<typeof setInterval> | undefined;

	/** Takes the recordings; those that are known go on. */
	load(tracks: readonly Track[]): void {
		const before = new Map(this.#tracks.map((track) => [track.url, track.audio]));
		this.#tracks = tracks.map((track) => {
			const audio = before.get(track.url) ?? new Audio(track.url);
			before.delete(track.url);
			audio.playbackRate = this.#rate;
			return { ...track, audio };
		});
		for (const audio of before.values()) audio.pause();
		// Nothing is heard before somebody begins to record.
		if (this.paused && this.#fromMs === 0) this.#fromMs = this.#beginsAtMs();
		this.dispatchEvent(new Event("loadedmetadata"));
		this.#follow();
	}

	get paused(): boolean {
		return this.#sinceMs === null;
	}

	/** In seconds, as of an audio element. */
	get duration(): number {
		return Math.max(0, ...this.#tracks.map(({ offsetMs, durationMs }) => offsetMs + durationMs)) / 1000;
	}

	get currentTime(): number {
		return this.#atMs() / 1000;
	}

	set currentTime(seconds: number) {
		this.#fromMs = Math.max(0, seconds * 1000);
		if (this.#sinceMs !== null) this.#sinceMs = performance.now();
		this.#follow();
		this.dispatchEvent(new Event("seeked"));
		this.dispatchEvent(new Event("timeupdate"));
	}

	get playbackRate(): number {
		return this.#rate;
	}

	set playbackRate(rate: number) {
		this.#fromMs = this.#atMs();
		if (this.#sinceMs !== null) this.#sinceMs = performance.now();
		this.#rate = rate;
		for (const { audio } of this.#tracks) audio.playbackRate = rate;
		this.dispatchEvent(new Event("ratechange"));
	}

	async play(): Promise<void> {
		if (this.#sinceMs !== null) return;
		if (this.#isOver()) this.#fromMs = this.#beginsAtMs();
		this.#sinceMs = performance.now();
		this.#timer = setInterval(() => this.#tick(), TICK_MS);
		this.#follow();
		this.dispatchEvent(new Event("play"));
		this.dispatchEvent(new Event("playing"));
	}

	pause(): void {
		if (this.#sinceMs === null) return;
		this.#fromMs = this.#atMs();
		this.#sinceMs = null;
		clearInterval(this.#timer);
		this.#follow();
		this.dispatchEvent(new Event("pause"));
	}

	#atMs(): number {
		const playedMs = this.#sinceMs === null ? 0 : (performance.now() - this.#sinceMs) * this.#rate;
		return this.#fromMs + playedMs;
	}

	#beginsAtMs = (): number =>
		this.#tracks.length === 0 ? 0 : Math.min(...this.#tracks.map(({ offsetMs }) => offsetMs));

	#isOver = (): boolean => this.#tracks.length > 0 && this.#atMs() >= this.duration * 1000;

	#tick(): void {
		this.#follow();
		this.dispatchEvent(new Event("timeupdate"));
		if (!this.#isOver()) return;
		this.pause();
		this.dispatchEvent(new Event("ended"));
	}

	/** Lets each recording be where the clock is. */
	#follow(): void {
		const atMs = this.#atMs();
		for (const { audio, offsetMs, durationMs } of this.#tracks) {
			const ownMs = atMs - offsetMs;
			const isHeard = !this.paused && ownMs >= 0 && ownMs < durationMs;
			if (!isHeard) {
				audio.pause();
				continue;
			}
			if (Math.abs(audio.currentTime * 1000 - ownMs) > TOLERANCE_MS * this.#rate) audio.currentTime = ownMs / 1000;
			// Paused again before it has begun.
			if (audio.paused) void audio.play().catch(() => undefined);
		}
	}
}
