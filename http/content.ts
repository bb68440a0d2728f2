import type { TSchema } from "@sinclair/typebox";
import { AppError } from "#kernel/errors";
import { readBytes } from "./body.ts";

/** What an operation takes that reads its body by itself, in place of JSON; declared by the `takes` macro of `http.api`. */
export interface TakenContent {
	/** Maximum size in bytes; null: the operation counts them itself. */
	readonly maxBytes: number | null;
	/** Whether a request may come without a body, and then without a media type. Default: false. */
	readonly isOptional?: boolean;
	/** The media types it takes, without parameters, as the document describes them. */
	readonly mediaTypes: Readonly<Record<string, { readonly schema: TSchema; readonly example?: unknown }>>;
}

/**
 * Returns the media type of a body, lower case and without its parameters.
 * @throws `unsupported_media_type` when the operation does not take it, or it is compressed
 */
export function takenMediaType({ headers }: Request, { mediaTypes }: TakenContent): string {
	const [type = ""] = (headers.get("content-type") ?? "").split(";");
	const mediaType = type.trim().toLowerCase();
	if (Object.hasOwn(mediaTypes, mediaType) && !headers.get("content-encoding")) return mediaType;
	const known = Object.keys(mediaTypes).join(", ");
	throw new AppError("unsupported_media_type", `Send the body as one of ${known}, not compressed.`, {
		meta: { mediaTypes: Object.keys(mediaTypes) },
	});
}

/** Reads the whole body of an operation that takes content. @throws `payload_too_large` */
export const readContent = (request: Request, { maxBytes }: TakenContent): Promise<Uint8Array> =>
	readBytes(request, maxBytes ?? Number.POSITIVE_INFINITY);
