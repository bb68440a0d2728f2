import type { TSchema } from "@sinclair/typebox";
import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";
import { readBytes } from "./body.ts";
import { exchangeOf } from "./exchange.ts";

/** What an operation takes that reads its body by itself, in place of JSON; declared by the `takes` macro of `http.api`. */
export interface TakenContent {
	/** Maximum size in bytes; null: the operation counts them itself. */
	readonly maxBytes: number | null;
	/** Whether a request may come without a body, and then without a media type. Default: false. */
	readonly isOptional?: boolean;
	/** Names of the headers that say what the content is for, lower case: with others, it is another request. Default: none. */
	readonly headers?: readonly string[];
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
	throw new AppError("unsupported_media_type", text("Send the body as {types}, not compressed.", { types: known }), {
		meta: { mediaTypes: Object.keys(mediaTypes) },
	});
}

/** Reads the whole body of an operation that takes content. @throws `payload_too_large` */
export async function readContent(request: Request, { maxBytes }: TakenContent): Promise<Uint8Array> {
	const bytes = await readBytes(request, maxBytes ?? Number.POSITIVE_INFINITY);
	exchangeOf(request).content?.add(bytes);
	return bytes;
}

/** Names of character sets that text may be in, as `TextDecoder` has them. */
const CHARSETS = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-1", "iso-8859-15", "windows-1251"];

/**
 * Decodes text: in the character set of its byte order mark, otherwise of `Content-Type`, otherwise in UTF-8.
 * @throws `unsupported_media_type` for another character set, `validation_failed` for bytes that are not of it
 */
export function decodeText({ headers }: Request, bytes: Uint8Array): string {
	const named = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i.exec(headers.get("content-type") ?? "")?.[1]?.toLowerCase();
	const charset = charsetOfMark(bytes) ?? named ?? "utf-8";
	if (!CHARSETS.includes(charset))
		throw new AppError(
			"unsupported_media_type",
			text("Text must be encoded as one of {charsets}.", { charsets: CHARSETS.join(", ") }),
		);
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch (cause) {
		throw notOfCharset(charset, cause);
	}
}

const notOfCharset = (charset: string, cause: unknown): AppError =>
	new AppError("validation_failed", text("The text is not {charset}: name its charset in Content-Type.", { charset }), {
		fieldErrors: [{ path: "", code: "encoding", message: text("is not {charset}", { charset }) }],
		cause,
	});

function charsetOfMark([first, second]: Uint8Array): string | undefined {
	if (first === 0xff && second === 0xfe) return "utf-16le";
	return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}
