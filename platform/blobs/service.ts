import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "#db/store";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import type { Vault } from "#kernel/secrets";
import { createDrafts } from "./draft.ts";
import { asStorageError, contentMissing, DamagedObjectError, isMissing } from "./errors.ts";
import { createObjectKeys } from "./keys.ts";
import type { ObjectName, ObjectStore } from "./objects.ts";
import type { Blobs, ByteRange, OpenBlob, Spool, SpoolFile, StoredObject } from "./ports.ts";
import { assertWhole, type ReadableObject, readContent, toStream } from "./reader.ts";
import { blobsRepository as repository } from "./repository.ts";
import { ContentWriter } from "./writer.ts";

export interface BlobsDeps {
	readonly objects: ObjectStore;
	readonly store: Store;
	readonly vault: Vault;
	readonly newId: NewId;
	readonly spool: Spool;
	/** Whether new objects are encrypted. */
	readonly isEncrypting: boolean;
}

/** Creates the blob store. */
export function createBlobs({ objects, store, vault, newId, spool, isEncrypting }: BlobsDeps): Blobs {
	const keys = createObjectKeys(vault, isEncrypting);
	const isInLedger = (name: ObjectName) => repository.isKnown(store, name);
	const drafts = createDrafts({ objects, keys, isInLedger });

	async function put(name: ObjectName, content: AsyncIterable<Uint8Array>): Promise<StoredObject> {
		const { key, sealedKey } = keys.make(name);
		const hasher = new Bun.CryptoHasher("sha256");
		const handle = await objects.create(name);
		const writer = new ContentWriter(handle, key, { sizeBytes: 0, tail: new Uint8Array(0) });
		try {
			for await (const piece of content) {
				hasher.update(piece);
				await writer.push(piece);
			}
			await writer.end();
			await handle.complete();
		} finally {
			await writer.close();
			await handle.close();
		}
		return keys.describe(name, { sha256: hasher.digest("hex"), sizeBytes: writer.sizeBytes, sealedKey });
	}

	/** Opens an object of the ledger. */
	function opened(object: ReadableObject, sha256: string): OpenBlob {
		const isSealed = object.key !== null;
		/** Sealed content is checked chunk by chunk, other content as a whole. */
		const read = (range?: ByteRange) =>
			range === undefined && !isSealed
				? checked(readContent(objects, object), object, sha256)
				: readContent(objects, object, range);

		async function file(): Promise<SpoolFile> {
			const directory = await spool.directory();
			const path = join(directory.path, "content");
			try {
				if (isSealed || !(await objects.link(object, path).catch(asMissing))) {
					await writeFile(path, read(), { mode: 0o600 });
				}
			} catch (error) {
				await directory.close();
				throw asStorageError(error);
			}
			return { ...directory, path };
		}

		return { sizeBytes: object.sizeBytes, sha256, stream: (range) => toStream(read(range)), path: file };
	}

	return {
		forOwner({ orgId }) {
			const newName = (): ObjectName => ({ orgId, storageKey: newId("obj") });
			return {
				async store(content) {
					const name = newName();
					try {
						return await put(name, content);
					} catch (error) {
						await drafts.discard(name).catch(() => {}); // The sweep will.
						throw asStorageError(error);
					}
				},
				draft: () => drafts.create(newName()),
				resume: ({ storageKey }) => drafts.resume({ orgId, storageKey }),
				discard: ({ storageKey }) => drafts.discard({ orgId, storageKey }),
			};
		},

		async open(orgId, blobId) {
			const row = await repository.find(store, orgId, blobId);
			if (row?.state !== "stored") throw new AppError("not_found", "The content does not exist.");
			const { storageKey, sizeBytes, chunkBytes, sha256, sealedKey } = row;
			const object = { orgId, storageKey, sizeBytes, chunkBytes };
			await assertWhole(objects, object).catch((error: unknown) => {
				throw asStorageError(error);
			});
			return opened({ ...object, key: keys.open(object, sealedKey) }, sha256);
		},
	};
}

/** @throws `gone` in place of the error that an object is not there */
const asMissing = (error: unknown): never => {
	throw isMissing(error) ? contentMissing(error) : error;
};

/** Reads content as a whole, whose last piece is given only if its hash is right. */
async function* checked(content: AsyncIterable<Uint8Array>, { storageKey }: ObjectName, sha256: string) {
	const hasher = new Bun.CryptoHasher("sha256");
	let held: Uint8Array | undefined;
	for await (const piece of content) {
		if (held !== undefined) yield held;
		hasher.update(piece);
		held = piece;
	}
	if (hasher.digest("hex") !== sha256) throw new DamagedObjectError(`the object ${storageKey} was altered`);
	if (held !== undefined) yield held;
}
