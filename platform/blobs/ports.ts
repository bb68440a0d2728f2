import type { ArtifactOwnerType } from "#db/schema";

/** Whose content it is: an object cannot be stored without. */
export interface BlobOwner {
	readonly orgId: string;
	/**
	 * Noun of the owner, which decides about retention; an upload owns drafts alone, an export decides for itself, and a logo
	 * stays until it is replaced.
	 */
	readonly ownerType: ArtifactOwnerType | "upload" | "privacy_export" | "branding";
	readonly ownerId: string;
	/** The meeting it is made from; null for none. */
	readonly meetingId: string | null;
}

declare const STORED: unique symbol;

/**
 * An object that was stored and is durable, but belongs to nobody yet: `artifactsOf(tx, orgId).add` puts it into the
 * ledger. Until then nothing can read it, and what never gets there is swept after a day.
 */
export interface StoredObject {
	readonly orgId: string;
	/** SHA-256 of the content, lower-case hex. */
	readonly sha256: string;
	/** Size of the content. */
	readonly sizeBytes: number;
	/** Name of the object in the store. */
	readonly storageKey: string;
	/** Key of the object, sealed; null: stored as it is. */
	readonly sealedKey: string | null;
	/** Bytes of content in each encrypted chunk; 0: stored as it is. */
	readonly chunkBytes: number;
	/** Only the blob store makes these. */
	readonly [STORED]: true;
}

/** What identifies a draft in the store; JSON, the same as long as the draft exists. */
export interface DraftState {
	readonly storageKey: string;
}

/** Content that arrives in pieces, each of them durable: an upload that can be resumed. */
export interface BlobDraft {
	readonly state: DraftState;
	/** Bytes that are stored and durable: where the next piece goes. */
	readonly sizeBytes: number;
	/**
	 * Appends content at `atOffset` and resolves with the new size once all of it is durable. When `content` throws, what
	 * it gave before is kept, and the error is thrown on; when the store fails (its disk is full), at least what was
	 * durable before is.
	 * @throws DraftOffsetError when `atOffset` is not the size of the draft, or another append is running
	 * @throws `storage_full`
	 */
	append(content: AsyncIterable<Uint8Array>, atOffset: number): Promise<number>;
	/** Returns up to `maxBytes` of its beginning, to recognize its format. */
	head(maxBytes: number): Promise<Uint8Array>;
	/**
	 * Completes the object. May be repeated, also after a crash, and returns the same object then, until the draft is
	 * discarded. A draft that was resumed by another process is read again for its hash.
	 * @param expectedSha256 lower-case hex
	 * @throws ContentMismatchError when the content has another hash; the draft stays
	 * @throws `storage_full`
	 */
	finish(options?: { readonly expectedSha256?: string | undefined }): Promise<StoredObject>;
	/** Makes the draft as young as one that was just continued: the sweep removes those that were not for a week. */
	keep(): Promise<void>;
	/** Removes the draft and all it holds; an object it was finished as stays if it is in the ledger. Idempotent. */
	discard(): Promise<void>;
}

/** Stores content for one owner. */
export interface OwnedBlobs {
	/**
	 * Stores content; durable when it resolves. Nothing is left when it rejects.
	 * @throws `storage_full`
	 */
	store(content: AsyncIterable<Uint8Array>): Promise<StoredObject>;
	/** Starts an object that arrives in pieces. @throws `storage_full` */
	draft(): Promise<BlobDraft>;
	/**
	 * Continues a draft where it was durable last. One writer at a time: the caller holds a lock.
	 * @throws DraftLostError when it was discarded or swept
	 */
	resume(state: DraftState): Promise<BlobDraft>;
	/** Removes an object unless it is in the ledger, whose entry is removed instead. Idempotent. */
	discard(object: StoredObject): Promise<void>;
}

/** Bytes of content, both ends inclusive, as in a `Range` header. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/** A file that only this process uses; `close` removes it. */
export interface SpoolFile {
	readonly path: string;
	close(): Promise<void>;
}

/** Content of the ledger, opened for reading. */
export interface OpenBlob {
	readonly sizeBytes: number;
	/** SHA-256 of the content, lower-case hex. */
	readonly sha256: string;
	/**
	 * Returns the content, or a range of it, as it is read. Errors with {@link DamagedObjectError} before it gives a byte
	 * that was altered (encrypted), or before it ends (stored as it is, read as a whole).
	 */
	stream(range?: ByteRange): ReadableStream<Uint8Array>;
	/** Returns the content as a file, for programs that need one. The caller closes it. @throws `storage_full` */
	path(): Promise<SpoolFile>;
}

/** The blob store. Nothing gets in without an owner, and nothing comes out that is not in the ledger. */
export interface Blobs {
	/** Returns the store as its owner sees it. */
	forOwner(owner: BlobOwner): OwnedBlobs;
	/**
	 * Opens content in the ledger.
	 * @throws `not_found` when the organization has no such blob, or no longer has it
	 * @throws `gone` when its object is missing, DamagedObjectError when it has another size
	 */
	open(orgId: string, blobId: string): Promise<OpenBlob>;
}

/** Places for temporary files, on the disk of the data directory. */
export interface Spool {
	/** Makes an empty directory that only this process uses; `close` removes it with all it holds. */
	directory(): Promise<SpoolFile>;
	/** Removes what killed processes have left. For the server, of which a data directory has one. */
	empty(): Promise<void>;
}
