import type { SpeechError, SpeechStream } from "#modules/engines/speech";
import type { Frame } from "../frames.ts";
import type { LivePool, PooledTrack } from "./live-pool.ts";
import type { TrackEvent } from "./track.ts";

/** Options of {@link openTrack}. */
export interface TrackOptions {
	/** What the process needs to know; see `worker.ts`. */
	readonly header: Frame["header"];
	/** As in `LiveOptions`. */
	readonly party: string | undefined;
	/** Ends the stream without another event. */
	readonly signal: AbortSignal;
	readonly onEvent: (event: TrackEvent | { readonly type: "error"; readonly error: SpeechError }) => void;
}

/** Audio is sent in pieces of at most 200 ms, so that tracks take turns. */
const PIECE_BYTES = 6_400;
/** Audio that is under way to the process, at most: 2 s. */
const ROOM_BYTES = 64_000;

/** Opens a track in one of the processes. @throws SpeechError, or the reason of `signal` */
export async function openTrack(pool: LivePool, options: TrackOptions): Promise<SpeechStream> {
	const stream = new TrackStream(options);
	stream.opened(pool, await pool.open(options, stream));
	return stream;
}

class TrackStream implements SpeechStream {
	private readonly options: TrackOptions;
	private close: () => void = () => {};
	private track: PooledTrack | null = null;
	private underWay = 0;
	/** Half of a sample, until the other half comes. */
	private half: Uint8Array = new Uint8Array(0);
	private written: Promise<void> = Promise.resolve();
	private waiting: (() => void)[] = [];
	private finalizing: (() => void)[] = [];
	private isOver = false;

	constructor(options: TrackOptions) {
		this.options = options;
	}

	opened(pool: LivePool, track: PooledTrack): void {
		const { signal } = this.options;
		const leave = () => this.abort();
		this.track = track;
		this.close = () => {
			signal.removeEventListener("abort", leave);
			pool.close(track);
		};
		signal.addEventListener("abort", leave, { once: true });
		if (signal.aborted) this.abort();
		// The process has ended in between.
		if (this.isOver) this.close();
	}

	onMessage(message: Frame["header"]): void {
		if (message.type === "taken") {
			this.underWay -= Number(message.bytes);
			if (this.underWay < ROOM_BYTES) this.wake();
		} else if (message.type === "finalized") this.finalizing.shift()?.();
		// Our own program sent it.
		else this.options.onEvent(message as unknown as TrackEvent);
	}

	onFailure(error: SpeechError): void {
		if (this.isOver) return;
		this.end();
		this.options.onEvent({ type: "error", error });
	}

	write(pcm: Uint8Array): Promise<void> {
		// A copy: its sender may use the memory again.
		const bytes = Uint8Array.from(pcm);
		this.written = this.written.then(() => this.send(bytes));
		return this.written;
	}

	async finalize(): Promise<void> {
		const sent = this.written.then(() => {
			if (this.isOver || !this.track) return;
			const { promise, resolve } = Promise.withResolvers<void>();
			this.finalizing.push(resolve);
			this.track.process.finalize(this.track.id);
			return promise;
		});
		await sent;
	}

	async finish(): Promise<void> {
		await this.finalize();
		this.end();
	}

	abort(): void {
		this.end();
	}

	private async send(pcm: Uint8Array): Promise<void> {
		const all = this.half.length > 0 ? new Uint8Array([...this.half, ...pcm]) : pcm;
		const whole = all.length & ~1;
		this.half = all.slice(whole);
		for (let at = 0; at < whole; at += PIECE_BYTES) {
			if (this.isOver || !this.track) return;
			const piece = all.subarray(at, Math.min(at + PIECE_BYTES, whole));
			this.underWay += piece.length;
			this.track.process.hear(this.track.id, piece);
			if (this.underWay >= ROOM_BYTES) await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private end(): void {
		if (this.isOver) return;
		this.isOver = true;
		this.close();
		this.wake();
		for (const finalized of this.finalizing.splice(0)) finalized();
	}

	private wake(): void {
		for (const resolve of this.waiting.splice(0)) resolve();
	}
}
