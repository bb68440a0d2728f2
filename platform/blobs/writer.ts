import { CHUNK_BYTES, CHUNK_OVERHEAD, sealChunk } from "./chunks.ts";
import type { ObjectDraft } from "./objects.ts";

/** Bytes that are written at once: fewer cost more calls of the system, more cost memory for each upload. */
const BATCH_BYTES = 2 * (CHUNK_BYTES + CHUNK_OVERHEAD);
/** Buffers that are kept for the next writers. */
const MAX_SPARE = 16;
const spare: Uint8Array[] = [];
const NOTHING = new Uint8Array(0);

/** Where a writer continues. */
export interface WriterPosition {
	/** Bytes of content so far. */
	readonly sizeBytes: number;
	/** The content behind the last whole chunk, which lies beside the draft; empty where nothing is sealed. */
	readonly tail: Uint8Array;
}

/**
 * Writes content to a draft: seals it chunk by chunk, unless there is no key, and writes it in batches, one of them
 * while the next is filled. What does not fill a chunk is held back.
 */
export class ContentWriter {
	readonly #draft: ObjectDraft;
	readonly #key: Uint8Array | null;
	/** Content behind the last whole chunk, less than one. */
	#tail: Uint8Array;
	/** Where it is collected from small pieces; absent before the first one. */
	#buffer: Uint8Array | undefined;
	#chunks: number;
	#sizeBytes: number;
	#batch = spare.pop() ?? new Uint8Array(BATCH_BYTES);
	#filled = 0;
	#writing: Promise<void> = Promise.resolve();

	constructor(draft: ObjectDraft, key: Uint8Array | null, { sizeBytes, tail }: WriterPosition) {
		this.#draft = draft;
		this.#key = key;
		this.#tail = tail;
		this.#sizeBytes = sizeBytes;
		this.#chunks = key === null ? 0 : (sizeBytes - tail.length) / CHUNK_BYTES;
	}

	/** Bytes of content so far. */
	get sizeBytes(): number {
		return this.#sizeBytes;
	}

	/** Where the next writer would continue, once everything is flushed. */
	get position(): WriterPosition & { readonly chunks: number } {
		return { sizeBytes: this.#sizeBytes, tail: this.#tail, chunks: this.#chunks };
	}

	/** Adds content. */
	async push(content: Uint8Array): Promise<void> {
		this.#sizeBytes += content.length;
		for (let rest = content; rest.length > 0; )
			rest = this.#key === null ? await this.#copy(rest) : await this.#seal(rest);
	}

	/** Writes the last chunk. */
	async end(): Promise<void> {
		if (this.#key !== null) await this.#put("last", this.#tail);
		await this.flush();
	}

	/** Resolves once every whole chunk was written. */
	async flush(): Promise<void> {
		await this.#writeBatch();
		await this.#writing;
	}

	/** Waits for what is being written and gives the memory back; the writer must not be used afterwards. */
	async close(): Promise<void> {
		await this.#writing.catch(() => {});
		give(this.#batch);
	}

	/** Copies some of the content and returns the rest. */
	async #copy(content: Uint8Array): Promise<Uint8Array> {
		if (this.#filled === BATCH_BYTES) await this.#writeBatch();
		const piece = content.subarray(0, BATCH_BYTES - this.#filled);
		this.#batch.set(piece, this.#filled);
		this.#filled += piece.length;
		return content.subarray(piece.length);
	}

	/** Seals a chunk, or adds to the tail; returns the rest of the content. */
	async #seal(content: Uint8Array): Promise<Uint8Array> {
		const piece = content.subarray(0, CHUNK_BYTES - this.#tail.length);
		const chunk = piece.length === CHUNK_BYTES ? piece : this.#longerTail(piece);
		this.#tail = chunk;
		if (chunk.length === CHUNK_BYTES) {
			this.#tail = NOTHING;
			await this.#put("inner", chunk);
		}
		return content.subarray(piece.length);
	}

	/** Copies a piece behind the tail. */
	#longerTail(piece: Uint8Array): Uint8Array {
		this.#buffer ??= new Uint8Array(CHUNK_BYTES);
		const length = this.#tail.length + piece.length;
		if (this.#tail.buffer !== this.#buffer.buffer) this.#buffer.set(this.#tail);
		this.#buffer.set(piece, this.#tail.length);
		return this.#buffer.subarray(0, length);
	}

	async #put(place: "inner" | "last", content: Uint8Array): Promise<void> {
		if (this.#key === null) return;
		if (this.#filled + content.length + CHUNK_OVERHEAD > BATCH_BYTES) await this.#writeBatch();
		this.#filled += sealChunk(this.#key, [this.#chunks, place], content, this.#batch, this.#filled);
		this.#chunks++;
	}

	async #writeBatch(): Promise<void> {
		if (this.#filled === 0) return;
		const [batch, filled] = [this.#batch, this.#filled];
		this.#batch = spare.pop() ?? new Uint8Array(BATCH_BYTES);
		this.#filled = 0;
		try {
			await this.#writing;
		} catch (error) {
			give(batch);
			throw error;
		}
		this.#writing = this.#draft.write(batch.subarray(0, filled)).finally(() => give(batch));
		// A failure is thrown where the next batch, or the end, waits for it.
		this.#writing.catch(() => {});
	}
}

function give(batch: Uint8Array): void {
	if (spare.length < MAX_SPARE) spare.push(batch);
}
