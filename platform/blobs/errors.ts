import { AppError } from "#kernel/errors";

/** Thrown when a piece does not begin where the draft ends. */
export class DraftOffsetError extends Error {
	override readonly name = "DraftOffsetError";
	/** Where it ends. */
	readonly sizeBytes: number;
	constructor(sizeBytes: number) {
		super(`the draft has ${sizeBytes} bytes, or is being written to`);
		this.sizeBytes = sizeBytes;
	}
}

/** Thrown when content does not have the hash it was announced with. */
export class ContentMismatchError extends Error {
	override readonly name = "ContentMismatchError";
	/** The hash it has, lower-case hex. */
	readonly sha256: string;
	constructor(sha256: string) {
		super(`the content has the SHA-256 ${sha256}`);
		this.sha256 = sha256;
	}
}

/** Thrown when a draft no longer exists. */
export class DraftLostError extends Error {
	override readonly name = "DraftLostError";
	constructor() {
		super("the draft no longer exists");
	}
}

/** Thrown when an object is missing, or is not what was stored. */
export class DamagedObjectError extends Error {
	override readonly name = "DamagedObjectError";
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
	}
}

/** Returns the error for content whose object is not in the store, though the ledger has it. */
export const contentMissing = (cause?: unknown) =>
	new AppError("gone", "The content is missing from the storage of the installation.", { cause });

/** Codes of a disk or a bucket for an object that is not there. */
const NO_OBJECT = new Set(["ENOENT", "ENOTDIR", "NoSuchKey"]);

/** Whether an object is not there. */
export const isMissing = (error: unknown): boolean =>
	error instanceof Error && "code" in error && NO_OBJECT.has(String(error.code));

/** Whether a bucket has refused a request, or did not answer. */
const isOfBucket = (error: unknown): error is Error & { readonly code?: string } =>
	error instanceof Error && error.name === "S3Error";

/** Codes of a bucket that are about one object: others can be stored and read. */
const OF_OBJECT = /^(NoSuchKey|NoSuchUpload|NoUploadId|InvalidPart\w*|InvalidRange|EntityToo\w+)$/;

/**
 * Returns why a bucket cannot be used, in a few words, when an error says that: it does not answer, or refuses us. Null
 * for any other.
 */
export function objectsOutageOf(error: unknown): string | null {
	for (let at = error; at instanceof Error; at = at.cause)
		if (isOfBucket(at)) return OF_OBJECT.test(at.code ?? "") ? null : (at.code ?? at.message);
	return null;
}

/** Codes for a disk, a quota, a file or a bucket that is full. */
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG", "XMinioStorageFull", "QuotaExceeded", "InsufficientStorage"]);

/**
 * Returns the error to be thrown for one of the store: `storage_full` where there is no room, a {@link DraftLostError}
 * where a bucket has given up a draft, `unavailable` where one does not answer, else itself.
 */
export function asStorageError(error: unknown): unknown {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (FULL.has(code)) {
		return new AppError("storage_full", "There is currently not enough disk space for this content.", {
			cause: error,
		});
	}
	if (code === "NoSuchUpload") return new DraftLostError();
	if (!isOfBucket(error)) return error;
	return new AppError("unavailable", "The blob storage cannot be reached.", {
		cause: error,
		retryAfterSeconds: 5,
	});
}
