import type { SteadyMs } from "#kernel/clock";
import { PacedReader } from "#kernel/paced-reader";
import { beyondSize } from "./errors.ts";
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
	 * Returns the next piece: up to 64 MiB, or what arrives within 5 s. Throws when the client goes away.
	 * @throws `request_timeout` when it is too slow
	 */
	next(): AsyncGenerator<Uint8Array, void>;
	/** Reads no more; what is left is for the connection to read. */
	end(): void;
}

/**
 * Reads a body in pieces, as it arrives: no more of it is in memory than a few chunks.
 * @param maxBytes more than these is an error, thrown before anything beyond them is given
 */
export function inPieces(
	body: ReadableStream<Uint8Array> | null,
	maxBytes: number,
	writer: Writer,
	steadyMs: SteadyMs,
): Pieces {
	const reader = body && new PacedReader(body, PACE_MS, steadyMs);
	let hasMore = reader !== null;
	let left = maxBytes;
	// Ends a read that waits for bytes which will not come.
	writer.signal.addEventListener("abort", () => reader?.release(), { once: true });

	return {
		get hasMore() {
			return hasMore;
		},
		async *next() {
			const startedAt = performance.now();
			for (let size = 0; size < PIECE_BYTES && performance.now() - startedAt < PIECE_MS; ) {
				const chunk = reader && (await reader.read());
				if (chunk === null) {
					hasMore = false;
					return;
				}
				writer.touch();
				if (chunk.length > left) throw beyondSize(maxBytes);
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

/**
 * Gives the memory of a chunk back now. The collector would let tens of megabytes wait for it, since it sees only small
 * objects.
 */
function release({ buffer }: Uint8Array): void {
	if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
