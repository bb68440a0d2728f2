/** Bytes of a millisecond of audio: 16 samples of 16 bits. */
const BYTES_PER_MS = 32;
/** What the server takes at once after a reconnect is a minute; the rest is for what is said meanwhile. */
const MAX_BUFFERED_MS = 55_000;
/** Audio in one message that was kept, in ms. */
const PIECE_MS = 1_000;

/**
 * Audio that the server has not acknowledged. Positions are in ms of what was spoken here; those of the server differ by what
 * an earlier page has sent, and by what was given up.
 */
export class AudioBuffer {
	#frames: Uint8Array<ArrayBuffer>[] = [];
	/** Position of the first byte that is kept. */
	#startMs = 0;
	#endMs = 0;
	/** Position here minus position at the server; null: not known before its first acknowledgement. */
	#shiftMs: number | null = null;
	/** Audio that was given up because the connection was lost for too long, in ms. */
	droppedMs = 0;

	/** Keeps audio until it is acknowledged. */
	add(audio: Uint8Array): void {
		this.#frames.push(new Uint8Array(audio));
		this.#endMs += audio.length / BYTES_PER_MS;
		while (this.#endMs - this.#startMs > MAX_BUFFERED_MS) this.droppedMs += this.#shift();
	}

	/** Forgets what the server has recognized. */
	acknowledge(audioMs: number): void {
		if (this.#shiftMs === null) return;
		this.#forget(audioMs + this.#shiftMs);
	}

	/** Returns what a new connection has to send, after the acknowledgement with which it begins. */
	resume(audioMs: number): Uint8Array<ArrayBuffer>[] {
		const expectedMs = audioMs + (this.#shiftMs ?? -audioMs);
		this.#forget(Math.min(expectedMs, this.#endMs));
		// The server counts on from its position, whatever is sent.
		this.#shiftMs = this.#startMs - audioMs;
		return this.#pieces();
	}

	/** Drops audio before a position, to the byte. */
	#forget(beforeMs: number): void {
		while (this.#frames.length > 0 && this.#startMs + lengthMs(this.#frames[0]) <= beforeMs) this.#shift();
		const [first] = this.#frames;
		if (first === undefined || beforeMs <= this.#startMs) return;
		const bytes = Math.floor(beforeMs - this.#startMs) * BYTES_PER_MS;
		this.#frames[0] = first.subarray(bytes);
		this.#startMs += bytes / BYTES_PER_MS;
	}

	#shift(): number {
		const ms = lengthMs(this.#frames.shift());
		this.#startMs += ms;
		return ms;
	}

	/** Joins frames: the server takes 200 messages a second. */
	#pieces(): Uint8Array<ArrayBuffer>[] {
		const all = new Uint8Array(this.#frames.reduce((sum, { length }) => sum + length, 0));
		let at = 0;
		for (const frame of this.#frames) {
			all.set(frame, at);
			at += frame.length;
		}
		const size = PIECE_MS * BYTES_PER_MS;
		this.#frames = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
			all.subarray(index * size, (index + 1) * size),
		);
		return [...this.#frames];
	}
}

const lengthMs = (frame: Uint8Array | undefined): number => (frame?.length ?? 0) / BYTES_PER_MS;
