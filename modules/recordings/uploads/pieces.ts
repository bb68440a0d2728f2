import type { SteadyMs } from "#kernel/clock";
import type { AppError } from "#kernel/errors";
import { PacedReader } from "#kernel/paced-reader";
import type { Writer } from "./writers.ts";

/** Bytes after which what has arrived is made durable, and the caller's authority is checked again. */
export const PIECE_BYTES = 64 * 1024 * 1024;
/** Time after which it is in any case, in ms. */
const PIECE_MS = 5_000;

/** Time over which a body may not be slow, in ms: a connection of poor quality pauses for a while. */
const PACE_MS = 120_000;

/** A body that is read in pieces. */
export interface Pieces {
	/** Whether more may follow; false at the end of the body. */
	readonly hasMore: boolean;
	/**
	 * Returns the next piece: what arrives within 5 s. Throws when the client goes away.
	 * @param mostBytes one chunk may go beyond them
	 * @throws `request_timeout` when it is too slow
	 */
	next(mostBytes: number): AsyncGenerator<Uint8Array, void>;
	/** Whether the last piece ended because nothing has arrived for {@link Writer.pauseMs}. */
	readonly isStalled: boolean;
	/** Resolves when something has arrived for the next piece, or the body has ended. */
	arrival(): Promise<unknown>;
	/** Reads no more; what is left is for the connection to read. */
	end(): void;
}

/** How large a body may be: more is an error, thrown before anything beyond it is given. */
export interface BodyLimit {
	readonly maxBytes: number;
	readonly exceeded: (maxBytes: number) => AppError;
}

/** Reads a body in pieces, as it arrives: no more of it is in memory than a few chunks. */
export function inPieces(
	body: ReadableStream<Uint8Array> | null,
	{ maxBytes, exceeded }: BodyLimit,
	writer: Writer,
	steadyMs: SteadyMs,
): Pieces {
	const reader = body && new PacedReader(body, PACE_MS, steadyMs);
	let hasMore = reader !== null;
	let left = maxBytes;
	/** What is being read by now: a piece that ends for want of it leaves it to the next one. */
	let reading: Promise<Uint8Array | null> | null = null;
	let isStalled = false;

	/** Returns the next chunk; undefined when it takes too long. */
	async function take(): Promise<Uint8Array | null | undefined> {
		if (reader === null) return null;
		reading ??= reader.read();
		const chunk = writer.pauseMs === null ? await reading : await orLate(reading, writer.pauseMs);
		isStalled = chunk === undefined;
		if (chunk !== undefined) reading = null;
		return chunk;
	}

	// Ends a read that waits for bytes which will not come.
	writer.signal.addEventListener("abort", () => reader?.release(), { once: true });

	return {
		get hasMore() {
			return hasMore;
		},
		get isStalled() {
			return isStalled;
		},
		arrival: async () => reading,
		async *next(mostBytes) {
			const startedAt = performance.now();
			for (let size = 0; size < mostBytes && performance.now() - startedAt < PIECE_MS; ) {
				const chunk = await take();
				if (chunk === undefined) return;
				if (chunk === null) {
					hasMore = false;
					return;
				}
				writer.touch();
				if (chunk.length > left) throw exceeded(maxBytes);
				left -= chunk.length;
				size += chunk.length;
				yield chunk;
				release(chunk);
			}
		},
		end() {
			hasMore = false;
			reader?.release();
		},
	};
}

/** Returns what is awaited; undefined when it takes too long. */
async function orLate<T>(awaited: Promise<T>, withinMs: number): Promise<T | undefined> {
	const late = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => late.resolve(undefined), withinMs);
	try {
		return await Promise.race([awaited, late.promise]);
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Gives the memory of a chunk back now. The collector would let tens of megabytes wait for it, since it sees only small
 * objects.
 */
function release({ buffer }: Uint8Array): void {
	if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
