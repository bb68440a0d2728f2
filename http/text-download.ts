import { status } from "elysia";
import { entityTag, matchesIfNoneMatch, type Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import type { Exchange } from "./exchange.ts";

interface ResponseSettings {
	headers: Record<string, string | number>;
}

/** A text that is made while it is sent, however long it is. */
export interface TextDownload {
	/** Name under which it is saved. */
	readonly filename: string;
	/** Media type, with its charset. */
	readonly contentType: string;
	/** The text, in pieces. */
	readonly chunks: AsyncIterable<string>;
}

/** Characters of a file name that some system does not allow, or that a header or a terminal takes for something else. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_STEM_CHARS = 100;

/** Returns a name for a file from any text: `Optics: part 1` becomes `Optics part 1.vtt`. @param extension without its dot */
export function filenameOf(text: string, extension: string): string {
	const clean = text.toWellFormed().replace(UNSAFE, " ").replace(/\s+/g, " ").trim();
	const stem = [...clean]
		.slice(0, MAX_STEM_CHARS)
		.join("")
		.replace(/^\.+|[. ]+$/g, "")
		.trim();
	const safe = stem === "" ? "download" : DEVICE.test(stem) ? `_${stem}` : stem;
	return `${safe}.${extension}`;
}

/** Returns `Content-Disposition` of a file to be saved under this name (RFC 6266, RFC 8187). */
export function attachment(filename: string): string {
	const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
	const encoded = encodeURIComponent(filename).replace(
		/['()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"${ascii === filename ? "" : `; filename*=UTF-8''${encoded}`}`;
}

/**
 * Responds to a GET with a text to be saved, 304 if the client has it already. Typed as any response: it is none of those
 * that are validated.
 */
export function respondWithDownload(
	context: RequestContext,
	set: ResponseSettings,
	{ data, version, variant }: Versioned<TextDownload>,
): never {
	const { request } = context as Exchange;
	const tag = entityTag(version, variant);
	set.headers.etag = tag;
	if (matchesIfNoneMatch(request.headers.get("if-none-match") ?? "", tag)) return status(304, undefined) as never;
	set.headers["content-type"] = data.contentType;
	set.headers["content-disposition"] = attachment(data.filename);
	return new Response(streamOf(data.chunks)) as never;
}

/** Returns the bytes of a text that is made piece by piece, each when the one before it was taken. */
function streamOf(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
	const pieces = chunks[Symbol.asyncIterator]();
	const encoder = new TextEncoder();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await pieces.next();
				if (done) controller.close();
				else controller.enqueue(encoder.encode(value));
			},
			async cancel() {
				await pieces.return?.();
			},
		},
		{ highWaterMark: 0 },
	);
}
