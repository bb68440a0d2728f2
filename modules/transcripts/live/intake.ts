import { messageTooLong, tooFast } from "./errors.ts";
import { SAMPLE_RATE } from "./schemas.ts";

/** Longest message in bytes. */
const MAX_MESSAGE_BYTES = 65_536;
/** Bytes of audio per millisecond. */
const BYTES_PER_MS = (SAMPLE_RATE * 2) / 1_000;
/** Audio that may come at once, in ms: what a client kept while it had no connection. */
const AUDIO_BURST_MS = 60_000;
/** How much faster than speech it may come otherwise: clocks differ. */
const AUDIO_SPEED = 1.05;
/** Frames of audio that may come at once, and per second. */
const FRAMES = { burst: 6_400, perSecond: 200 };
/** The same for texts. */
const TEXTS = { burst: 120, perSecond: 20 };
/** Bytes that may wait to be worked on. */
const MAX_WAITING_BYTES = 4 << 20;

/** A bucket that fills with time. */
class Bucket {
	readonly #burst: number;
	readonly #perMs: number;
	#level: number;
	#atMs: number;

	constructor(burst: number, perMs: number, nowMs: number) {
		this.#burst = burst;
		this.#perMs = perMs;
		this.#level = burst;
		this.#atMs = nowMs;
	}

	/** Takes from it; false when there is not enough. */
	take(amount: number, nowMs: number): boolean {
		this.#level = Math.min(this.#burst, this.#level + (nowMs - this.#atMs) * this.#perMs);
		this.#atMs = nowMs;
		this.#level -= amount;
		return this.#level >= 0;
	}
}

/** A message, and when it was received, by the steady clock. */
interface Received {
	readonly message: string | Uint8Array;
	readonly atMs: number;
}

/** The messages of one client: counted when they come, and worked on one after the other. */
export class Intake {
	readonly #work: (message: string | Uint8Array, receivedAtMs: number) => void | Promise<void>;
	readonly #onFailed: (error: unknown) => void;
	readonly #waiting: Received[] = [];
	#texts: Bucket | undefined;
	#frames: Bucket | undefined;
	#audio: Bucket | undefined;
	#waitingBytes = 0;
	#isWorking = false;
	#isClosed = false;

	/** @param onFailed called once: nothing is worked on after it */
	constructor(
		work: (message: string | Uint8Array, receivedAtMs: number) => void | Promise<void>,
		onFailed: (error: unknown) => void,
	) {
		this.#work = work;
		this.#onFailed = onFailed;
	}

	/** Takes a message. @param nowMs by the steady clock */
	take(message: string | Uint8Array, nowMs: number): void {
		if (this.#isClosed) return;
		try {
			this.#count(message, nowMs);
		} catch (error) {
			this.#fail(error);
			return;
		}
		this.#waiting.push({ message, atMs: nowMs });
		this.#waitingBytes += message.length;
		if (!this.#isWorking) void this.#workOff();
	}

	/** Lets as much audio come at once again as on a new connection: a new track begins with what its former one has not heard. */
	renewAudio(): void {
		this.#audio = undefined;
	}

	/** Drops what waits, and takes no more. */
	close(): void {
		this.#isClosed = true;
		this.#waiting.length = 0;
	}

	/** @throws `payload_too_large` `rate_limited` */
	#count(message: string | Uint8Array, nowMs: number): void {
		const isText = typeof message === "string";
		const sizeBytes = isText && message.length * 3 > MAX_MESSAGE_BYTES ? Buffer.byteLength(message) : message.length;
		if (sizeBytes > MAX_MESSAGE_BYTES) throw messageTooLong(MAX_MESSAGE_BYTES);
		if (isText) {
			this.#texts ??= new Bucket(TEXTS.burst, TEXTS.perSecond / 1_000, nowMs);
			if (!this.#texts.take(1, nowMs)) throw tooFast("Too many messages");
		} else {
			this.#frames ??= new Bucket(FRAMES.burst, FRAMES.perSecond / 1_000, nowMs);
			this.#audio ??= new Bucket(AUDIO_BURST_MS, AUDIO_SPEED, nowMs);
			if (!this.#frames.take(1, nowMs)) throw tooFast("Too many frames");
			if (!this.#audio.take(message.length / BYTES_PER_MS, nowMs)) throw tooFast("Too many seconds of audio");
		}
		if (this.#waitingBytes + sizeBytes > MAX_WAITING_BYTES) throw tooFast("Too many messages at once");
	}

	#fail(error: unknown): void {
		if (this.#isClosed) return;
		this.close();
		this.#onFailed(error);
	}

	async #workOff(): Promise<void> {
		this.#isWorking = true;
		try {
			for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
				this.#waitingBytes -= next.message.length;
				const pending = this.#work(next.message, next.atMs);
				if (pending !== undefined) await pending;
			}
		} catch (error) {
			this.#fail(error);
		}
		this.#isWorking = false;
	}
}
