import type { SteadyMs } from "./clock.ts";
import { AppError } from "./errors.ts";
import { text } from "./texts.ts";

/** Bytes that the sender of a body must send each second, on the average of a while. */
const BYTES_PER_SECOND = 4 * 1024;
/** So often it is counted what has arrived, in that time. */
const SAMPLES = 12;
/** How often it is looked, in ms. */
const LOOK_MS = 1_000;

/** Returns the bytes that must arrive in a time. */
export const bytesWithin = (windowMs: number): number => (BYTES_PER_SECOND * windowMs) / 1000;

const tooSlow = (windowMs: number) =>
	new AppError(
		"request_timeout",
		text("Less than 4 KiB of the body per second arrived for {seconds} seconds.", { seconds: windowMs / 1000 }),
	);

/**
 * Returns what is read of a body that is shorter than what must arrive in a time, unless it takes longer.
 * @throws `request_timeout`
 */
export async function readWithin<T>(reading: Promise<T>, windowMs: number, steadyMs: SteadyMs): Promise<T> {
	const late = Promise.withResolvers<never>();
	const endsAtMs = steadyMs() + windowMs;
	const timer = setInterval(() => {
		if (steadyMs() >= endsAtMs) late.reject(tooSlow(windowMs));
	}, LOOK_MS);
	try {
		return await Promise.race([reading, late.promise]);
	} finally {
		clearInterval(timer);
	}
}

/**
 * Reads a body as it arrives, and gives up on a sender who keeps it waiting. The time until the next chunk is asked for
 * does not count: then it is us who are slow.
 */
export class PacedReader {
	readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
	readonly #steadyMs: SteadyMs;
	readonly #windowMs: number;
	readonly #timer: ReturnType<typeof setInterval>;
	/** What had arrived after some time of waiting, oldest first. */
	readonly #samples = [{ waitedMs: 0, bytes: 0 }];
	#bytes = 0;
	#waitedMs = 0;
	#waitsSinceMs: number | null = null;
	#end: "slow" | "released" | null = null;

	/** @param windowMs time over which less than 4 KiB a second is too slow */
	constructor(body: ReadableStream<Uint8Array>, windowMs: number, steadyMs: SteadyMs) {
		this.#reader = body.getReader();
		this.#windowMs = windowMs;
		this.#steadyMs = steadyMs;
		this.#timer = setInterval(() => this.#look(), LOOK_MS);
		this.#timer.unref();
	}

	/** Returns the next chunk; null at the end of the body, or of the reading. @throws `request_timeout` */
	async read(): Promise<Uint8Array | null> {
		this.#waitsSinceMs = this.#steadyMs();
		try {
			const { done, value } = await this.#reader.read();
			this.#bytes += value?.length ?? 0;
			return done ? null : value;
		} catch (error) {
			if (this.#end === "slow") throw tooSlow(this.#windowMs);
			if (this.#end === "released") return null;
			throw error;
		} finally {
			this.#waitedMs = this.#waited();
			this.#waitsSinceMs = null;
		}
	}

	/** Reads no more, not even what is being waited for: what is left is for the connection to read. */
	release(): void {
		this.#stop("released");
	}

	#stop(end: "slow" | "released"): void {
		clearInterval(this.#timer);
		if (this.#end !== null) return;
		this.#end = end;
		this.#reader.releaseLock();
	}

	#waited(): number {
		return this.#waitedMs + (this.#waitsSinceMs === null ? 0 : this.#steadyMs() - this.#waitsSinceMs);
	}

	#look(): void {
		const waitedMs = this.#waited();
		const samples = this.#samples;
		const windowMs = this.#windowMs;
		while ((samples[1]?.waitedMs ?? Number.POSITIVE_INFINITY) <= waitedMs - windowMs) samples.shift();
		const [oldest] = samples;
		const isLong = oldest !== undefined && waitedMs - oldest.waitedMs >= windowMs;
		if (isLong && this.#bytes - oldest.bytes < bytesWithin(windowMs)) this.#stop("slow");
		else if (waitedMs - (samples.at(-1)?.waitedMs ?? 0) >= windowMs / SAMPLES)
			samples.push({ waitedMs, bytes: this.#bytes });
	}
}
