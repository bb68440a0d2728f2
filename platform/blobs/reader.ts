import { CHUNK_OVERHEAD, chunkCount, openChunk, storedSize } from "./chunks.ts";
import { contentMissing, DamagedObjectError, isMissing } from "./errors.ts";
import type { ObjectName, ObjectStore } from "./objects.ts";
import type { ByteRange } from "./ports.ts";

/** An object, and what it takes to read it. */
export interface ReadableObject extends ObjectName {
	readonly sizeBytes: number;
	/** Bytes of content in a chunk; 0: stored as it is. */
	readonly chunkBytes: number;
	/** Null: stored as it is. */
	readonly key: Uint8Array | null;
}

/**
 * Reads the content of an object, or a range of it, both ends inclusive.
 * @throws DamagedObjectError before it gives content that was altered
 */
export function readContent(
	objects: ObjectStore,
	object: ReadableObject,
	{ start, end }: ByteRange = { start: 0, end: object.sizeBytes - 1 },
): AsyncIterable<Uint8Array> {
	const { key, sizeBytes } = object;
	if (start < 0 || (end >= sizeBytes && sizeBytes > 0)) throw new RangeError("the range is not within the content");
	if (key === null) return exactly(objects, object, { start, end: end + 1 }, 1);
	return openChunks(objects, { ...object, key }, start, end);
}

/** Asserts that the object has the size it should have. @throws `gone` when it is missing, DamagedObjectError */
export async function assertWhole(objects: ObjectStore, object: Omit<ReadableObject, "key">): Promise<void> {
	const found = await objects.sizeOf(object);
	const expected = storedSize(object.sizeBytes, object.chunkBytes);
	if (found === undefined) throw contentMissing();
	if (found !== expected)
		throw new DamagedObjectError(`the object ${object.storageKey} has ${found} bytes instead of ${expected}`);
}

/** Reads bytes of an object, all of them or it throws. */
async function* exactly(
	objects: ObjectStore,
	name: ObjectName,
	range: { start: number; end: number },
	unitBytes: number,
) {
	let left = range.end - range.start;
	if (left <= 0) return;
	try {
		for await (const piece of objects.read(name, range, unitBytes)) {
			left -= piece.length;
			yield piece;
		}
	} catch (error) {
		throw isMissing(error) ? contentMissing(error) : error;
	}
	if (left !== 0) throw new DamagedObjectError(`the object ${name.storageKey} ends too early`);
}

async function* openChunks(
	objects: ObjectStore,
	object: ReadableObject & { readonly key: Uint8Array },
	start: number,
	end: number,
): AsyncGenerator<Uint8Array> {
	const { key, sizeBytes, chunkBytes, storageKey } = object;
	const chunks = chunkCount(sizeBytes, chunkBytes);
	const recordBytes = chunkBytes + CHUNK_OVERHEAD;
	const first = Math.floor(start / chunkBytes);
	const last = Math.max(first, Math.floor(end / chunkBytes));
	const range = {
		start: first * recordBytes,
		end: Math.min((last + 1) * recordBytes, storedSize(sizeBytes, chunkBytes)),
	};
	let index = first;
	for await (const piece of exactly(objects, object, range, recordBytes))
		for (let at = 0; at < piece.length; at += recordBytes, index++) {
			const record = piece.subarray(at, at + recordBytes);
			const content = open(key, index, index === chunks - 1, record, storageKey);
			const skip = Math.max(0, start - index * chunkBytes);
			const wanted = content.subarray(skip, end + 1 - index * chunkBytes);
			if (wanted.length > 0) yield wanted;
		}
}

function open(key: Uint8Array, index: number, isLast: boolean, record: Uint8Array, storageKey: string): Uint8Array {
	try {
		return openChunk(key, [index, isLast ? "last" : "inner"], record);
	} catch (cause) {
		throw new DamagedObjectError(`the object ${storageKey} was altered in its chunk ${index}`, { cause });
	}
}

/** Returns content as a stream, which reads no further than it is read. */
export function toStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
	const iterator = content[Symbol.asyncIterator]();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await iterator.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			async cancel() {
				await iterator.return?.();
			},
		},
		{ highWaterMark: 0 },
	);
}
