import { entityTag, matchesIfNoneMatch, type Versioned } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { attachment, SANDBOXED } from "./download.ts";
import type { Exchange } from "./exchange.ts";

interface ResponseSettings {
	headers: Record<string, string | number | undefined>;
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

/** Characters of a file name that some system does not allow, or that a terminal takes for something else. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
/** Names of devices on Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MAX_STEM_CHARS = 100;

/**
 * Returns a name for a file from any text: `Optics: part 1` becomes `Optics part 1.vtt`.
 * @param extension without its dot
 */
export function filenameOf(text: string, extension: string): string {
	const clean = text.toWellFormed().replace(UNSAFE, " ").replace(/\s+/g, " ");
	const start = [...clean.trim()].slice(0, MAX_STEM_CHARS).join("");
	const stem = start.replace(/^\.+|[. ]+$/g, "").trim();
	const safe = stem === "" ? "download" : DEVICE.test(stem) ? `_${stem}` : stem;
	return `${safe}.${extension}`;
}

/** Responds to a GET with a text to be saved, 304 if the client has it already. */
export function respondWithText(
	context: RequestContext,
	set: ResponseSettings,
	{ data, version, variant }: Versioned<TextDownload>,
): Response {
	const { request } = context as Exchange;
	const etag = entityTag(version, variant);
	Object.assign(set.headers, { etag });
	if (matchesIfNoneMatch(request.headers.get("if-none-match") ?? "", etag)) return new Response(null, { status: 304 });
	return respondWithNewText(context, set, data);
}

/** Responds to a GET with a text to be saved that is never the same as one before. */
export function respondWithNewText(context: RequestContext, set: ResponseSettings, text: TextDownload): Response {
	const { request } = context as Exchange;
	Object.assign(set.headers, { "content-security-policy": SANDBOXED });
	const headers = { "content-type": text.contentType, "content-disposition": attachment(text.filename) };
	return new Response(request.method === "HEAD" ? null : streamOf(text.chunks), { headers });
}

/** Returns the bytes of a text that is made piece by piece, each once the previous one has been consumed. */
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
