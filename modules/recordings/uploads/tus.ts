import { Server } from "@tus/server";
import { DataStore, Upload as TusUpload } from "@tus/utils";
import type { UploadRow } from "#db/schema";
import type { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import { CHECKSUM_ALGORITHMS } from "./checksum.ts";
import { badHeader, beyondSize, offsetMismatch, otherVersion, tooLarge } from "./errors.ts";
import { MAX_UPLOAD_BYTES } from "./schemas.ts";
import { largestOf } from "./tracks.ts";

/** Version of the protocol, the only one there is. */
const VERSION = "1.0.0";
/** Extensions of the protocol that are supported. */
const EXTENSIONS = [
	"creation-with-upload",
	"creation",
	"creation-defer-length",
	"checksum",
	"expiration",
	"termination",
];

/** A request of the protocol. */
export type TusRequest = Pick<Request, "url" | "method" | "headers" | "body">;

/** What a request of the protocol does with an upload. */
export interface TusActions {
	/** Stores the length of the upload, which was deferred. */
	readonly declare: (sizeBytes: number) => Promise<void>;
	/** Stores the bytes of the request, which begin at `offset`; returns where they end. */
	readonly write: (offset: number) => Promise<number>;
	/** Ends the upload. */
	readonly remove: () => Promise<void>;
}

/** What the protocol knows of an upload. */
type TusUploadRow = Pick<UploadRow, "id" | "participantId" | "sizeBytes" | "lengthDeferred" | "offsetBytes">;

/** One upload, as the protocol sees it during one request. */
class RequestStore extends DataStore {
	readonly #upload: TusUploadRow;
	readonly #actions: TusActions | null;
	override extensions = EXTENSIONS;

	constructor(upload: TusUploadRow, actions: TusActions | null) {
		super();
		this.#upload = upload;
		this.#actions = actions;
	}

	override getUpload(): Promise<TusUpload> {
		const { id, sizeBytes, lengthDeferred, offsetBytes: offset } = this.#upload;
		return Promise.resolve(new TusUpload({ id, offset, ...(!lengthDeferred && { size: sizeBytes }) }));
	}

	override async declareUploadLength(_id: string, sizeBytes: number): Promise<void> {
		await this.#actions?.declare(sizeBytes);
	}

	/** @param empty see {@link answerTus} */
	override async write(empty: AsyncIterable<unknown>, _id: string, offset: number): Promise<number> {
		for await (const _ of empty) throw new Error("the protocol was given a body");
		return this.#actions?.write(offset) ?? offset;
	}

	override async remove(): Promise<void> {
		await this.#actions?.remove();
	}
}

/**
 * Answers a request of the tus protocol, as `@tus/server` has it. That gets the request without its body, which goes
 * straight to {@link TusActions.write}: on the way through its streams a byte costs as much as it costs to receive it.
 * @param url its path ends in the id of the upload
 * @param upload with the offset it has now
 * @param actions null: the request only asks
 * @throws `precondition_failed` `invalid_request` `upload_offset_mismatch` `payload_too_large`, what the actions throw
 */
export async function answerTus(
	{ url, method, headers }: Omit<TusRequest, "body">,
	upload: TusUploadRow,
	actions: TusActions | null,
): Promise<Response> {
	let failure: unknown;
	const server = new Server({
		path: "/uploads",
		datastore: new RequestStore(upload, actions),
		relativeLocation: true,
		maxSize: MAX_UPLOAD_BYTES,
		// The caller is the only writer already.
		locker: { newLock: () => ({ lock: () => Promise.resolve(), unlock: () => Promise.resolve() }) },
		onResponseError: (_request, error) => {
			failure = error;
			return undefined;
		},
	});
	if (method !== "OPTIONS" && headers.get("tus-resumable") !== VERSION) throw otherVersion();
	const sent = new Headers(headers);
	// A client that was cut off after it told the length tells it again, since it does not know what arrived.
	if (!upload.lengthDeferred && sent.get("upload-length") === String(upload.sizeBytes)) sent.delete("upload-length");
	const response = await server.handleWeb(new Request(url, { method, headers: sent }));
	if (failure instanceof Error) throw failure;
	if (response.status >= 400) throw toAppError(response.status, await response.text(), upload);
	// Whom a browser lets in is decided for all operations together.
	for (const name of [...response.headers.keys()])
		if (name.startsWith("access-control-")) response.headers.delete(name);
	if (method === "OPTIONS") response.headers.set("tus-checksum-algorithm", CHECKSUM_ALGORITHMS.join());
	return response;
}

/** Returns the error for a refusal of the protocol's. */
function toAppError(status: number, protest: string, upload: TusUploadRow): AppError {
	if (status === 409) return offsetMismatch(upload.offsetBytes);
	if (status === 413 && upload.lengthDeferred) return tooLarge(largestOf(upload) - upload.offsetBytes);
	if (status === 413) return beyondSize(upload.sizeBytes - upload.offsetBytes);
	return badHeader("headers", text("do not follow the protocol: {protest}", { protest: protest.trim() }));
}
