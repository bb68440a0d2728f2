import { CHUNK_BYTES, CHUNK_OVERHEAD, type ChunkPlace, openChunk, sealChunk } from "./chunks.ts";
import { DraftLostError } from "./errors.ts";

/** Bytes of the beginning that a draft keeps at hand. */
export const HEAD_BYTES = 4_096;

/** What a draft is at a checkpoint. */
export interface DraftContent {
	/** Bytes of content. */
	readonly sizeBytes: number;
	/** The content behind the last whole chunk. */
	readonly tail: Uint8Array;
	/** Up to {@link HEAD_BYTES} of the beginning. */
	readonly head: Uint8Array;
}

/** What is stored beside a draft at a checkpoint. */
export interface DraftNote {
	/** Different at each checkpoint: it identifies the state of the draft. */
	readonly stamp: string;
	readonly sealedKey: string | null;
	readonly sizeBytes: number;
	/** Number of the tail's chunk. */
	readonly chunks: number;
	/** Sealed like a chunk, base64. */
	readonly tail: string;
	readonly head: string;
	/** Whether its last chunk was written. */
	readonly isWhole: boolean;
	/** SHA-256 of its content once it is finished, hex; null before. */
	readonly sha256: string | null;
}

/** Reads a note. @throws DraftLostError for anything else */
export function parseNote(text: string): DraftNote {
	const note: unknown = JSON.parse(text);
	if (typeof note !== "object" || note === null || !("stamp" in note)) throw new DraftLostError();
	return note as DraftNote; // Only `noteOf` writes them.
}

/** Returns a part of a draft as its note has it. @param key null: as it is */
export function packPart(key: Uint8Array | null, place: readonly [number, ChunkPlace], part: Uint8Array): string {
	if (key === null || part.length === 0) return Buffer.from(part).toString("base64");
	const sealed = new Uint8Array(part.length + CHUNK_OVERHEAD);
	sealChunk(key, place, part, sealed, 0);
	return Buffer.from(sealed).toString("base64");
}

/** Returns the content that a note has. @throws Error when its parts were altered */
export function contentOf({ sizeBytes, chunks, tail, head }: DraftNote, key: Uint8Array | null): DraftContent {
	const unpack = (part: string, place: readonly [number, ChunkPlace]): Uint8Array => {
		const bytes = Buffer.from(part, "base64");
		return key === null || bytes.length === 0 ? bytes : openChunk(key, place, bytes);
	};
	const content = { sizeBytes, tail: unpack(tail, [chunks, "tail"]), head: unpack(head, [0, "head"]) };
	if (key !== null && chunks * CHUNK_BYTES + content.tail.length !== sizeBytes) throw new DraftLostError();
	return content;
}
