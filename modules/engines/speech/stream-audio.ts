import { SAMPLE_RATE } from "./ports.ts";

const BYTES_PER_MS = (SAMPLE_RATE / 1000) * 2;

/** The latest audio of a stream: signed 16-bit little-endian samples at 16 kHz. */
export class StreamAudio {
	private chunks: Uint8Array[] = [];
	/** Where the first chunk begins, in bytes from the start of the stream. */
	private from = 0;
	private to = 0;

	/** Adds a copy. */
	append(pcm: Uint8Array): void {
		if (pcm.length === 0) return;
		this.chunks.push(Uint8Array.from(pcm));
		this.to += pcm.length;
	}

	/** Forgets what was before, in whole pieces as they came. */
	forget(beforeMs: number): void {
		const before = beforeMs * BYTES_PER_MS;
		let forgotten = 0;
		for (const { length } of this.chunks) {
			if (this.from + length > before) break;
			this.from += length;
			forgotten++;
		}
		if (forgotten > 0) this.chunks.splice(0, forgotten);
	}

	/** Returns what is still there of a range, as it came. */
	bytes(startMs: number, endMs: number): Uint8Array<ArrayBuffer> {
		const start = Math.max(this.from, even(startMs * BYTES_PER_MS));
		const end = Math.max(start, Math.min(this.to, even(endMs * BYTES_PER_MS)));
		const found = new Uint8Array(end - start);
		let at = this.from;
		for (const chunk of this.chunks) {
			const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
			if (part.length > 0) found.set(part, Math.max(0, at - start));
			at += chunk.length;
		}
		return found;
	}

	/** Returns what is still there of a range, as samples from -1 to 1. */
	samples(startMs: number, endMs: number): Float32Array {
		const bytes = this.bytes(startMs, endMs);
		const view = new DataView(bytes.buffer);
		return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => view.getInt16(i * 2, true) / 32_768);
	}
}

const even = (bytes: number): number => Math.round(bytes) & ~1;
