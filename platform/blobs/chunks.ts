import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Bytes of content in a chunk: what a range reads at least. */
export const CHUNK_BYTES = 65_536;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What a chunk takes beside its content. */
export const CHUNK_OVERHEAD = NONCE_BYTES + TAG_BYTES;

/**
 * What a chunk is: the place is authenticated with it, so that chunks can neither be reordered, nor left out at the end.
 * `tail` and `head` are parts of a draft that lie beside it.
 */
export type ChunkPlace = "inner" | "last" | "tail" | "head";
const PLACES: Readonly<Record<ChunkPlace, number>> = { inner: 0, last: 1, tail: 2, head: 3 };

function placeOf(index: number, place: ChunkPlace): Uint8Array {
	const aad = new Uint8Array(9);
	new DataView(aad.buffer).setBigUint64(0, BigInt(index));
	aad[8] = PLACES[place];
	return aad;
}

/**
 * Seals a chunk (AES-256-GCM) into `target` at `offset` and returns the number of bytes written. Its nonce is random
 * and lies in front: a draft that is continued after a crash writes a place again, and a counter would use a nonce twice.
 */
export function sealChunk(
	key: Uint8Array,
	[index, place]: readonly [number, ChunkPlace],
	content: Uint8Array,
	target: Uint8Array,
	offset: number,
): number {
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(placeOf(index, place));
	const sealed = cipher.update(content);
	cipher.final();
	target.set(nonce, offset);
	target.set(sealed, offset + NONCE_BYTES);
	target.set(cipher.getAuthTag(), offset + NONCE_BYTES + sealed.length);
	release(sealed);
	return content.length + CHUNK_OVERHEAD;
}

/** Gives the memory of bytes back now, which the collector would let pile up; not that of a pool. */
function release({ buffer, byteLength }: Uint8Array): void {
	if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Opens a sealed chunk. @throws Error when it was altered, or lay elsewhere */
export function openChunk(
	key: Uint8Array,
	[index, place]: readonly [number, ChunkPlace],
	sealed: Uint8Array,
): Uint8Array {
	if (sealed.length < CHUNK_OVERHEAD) throw new Error("the chunk is too short");
	const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
	decipher.setAAD(placeOf(index, place)).setAuthTag(sealed.subarray(-TAG_BYTES));
	const content = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
	decipher.final();
	return content;
}

/** Returns the number of chunks of a content. The last one has less than a whole chunk, often nothing. */
export const chunkCount = (sizeBytes: number, chunkBytes: number): number => Math.floor(sizeBytes / chunkBytes) + 1;

/** Returns the size of the object that holds a content. @param chunkBytes 0: as it is */
export const storedSize = (sizeBytes: number, chunkBytes: number): number =>
	chunkBytes === 0 ? sizeBytes : sizeBytes + chunkCount(sizeBytes, chunkBytes) * CHUNK_OVERHEAD;
