import { AppError } from "#kernel/errors";
import { matchesIfNoneMatch } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import type { Exchange } from "./exchange.ts";

/** Content of a tenant to be downloaded or played. */
export interface Download {
	readonly sizeBytes: number;
	readonly contentType: string;
	/** Strong entity tag, quotes included. */
	readonly etag: string;
	/** Name the file is given; anything. */
	readonly filename: string;
	/** Returns the content, or a part of it. */
	readonly stream: (range: ByteRange | undefined) => ReadableStream<Uint8Array>;
}

interface ResponseSettings {
	headers: Record<string, string | number | undefined>;
}

/** Up to this many bytes are sent with a `Content-Length`: Bun sends streams in chunks without one. */
const MAX_WHOLE_BYTES = 1 << 20;

/** Content security policy of downloads: a browser never treats one as a page, whatever it contains. */
export const SANDBOXED = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Returns the value of `Content-Disposition` for a file to be saved under a name, which cannot end the header: RFC 6266,
 * in UTF-8, with an ASCII form for clients that know no other.
 */
export function attachment(filename: string): string {
	const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
	const encoded = encodeURIComponent(filename.toWellFormed()).replace(
		/['()*]/g,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Responds with content: as a whole, or the part that the request asks for (206), or 304 to a client that has it.
 * @throws `range_not_satisfiable`
 */
export async function respondWithDownload(
	context: RequestContext,
	set: ResponseSettings,
	download: Download,
): Promise<Response> {
	const exchange = context as Exchange;
	const { request } = exchange;
	const { sizeBytes, contentType, etag, filename } = download;
	Object.assign(set.headers, {
		etag,
		"accept-ranges": "bytes",
		"content-security-policy": SANDBOXED,
	});
	if (matchesIfNoneMatch(request.headers.get("if-none-match") ?? "", etag)) return new Response(null, { status: 304 });
	const range = readRange(request.headers, download);
	if (range === "beyond") {
		set.headers["content-range"] = `bytes */${sizeBytes}`;
		throw new AppError("range_not_satisfiable", text("The content has {sizeBytes} bytes.", { sizeBytes }), {
			meta: { sizeBytes },
		});
	}
	const part = range === "all" ? undefined : range;
	const length = part ? part.end - part.start + 1 : sizeBytes;
	const headers = {
		"content-type": contentType,
		"content-disposition": attachment(filename),
		...(part && { "content-range": `bytes ${part.start}-${part.end}/${sizeBytes}` }),
	};
	const status = part ? 206 : 200;
	if (request.method === "HEAD") {
		exchange.contentLength = length;
		return new Response(null, { status, headers });
	}
	const stream = download.stream(part);
	const body = length <= MAX_WHOLE_BYTES ? await new Response(stream).bytes() : stream;
	return new Response(body, { status, headers });
}

/** A part of content, in bytes, both ends inclusive. */
interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/** What a request asks for of content: a part; all of it; or a part beyond its end. */
type RequestedRange = ByteRange | "all" | "beyond";

/** A single range: `bytes=0-499`, `bytes=500-`, `bytes=-500`. */
const SINGLE = /^bytes[ \t]*=[ \t]*(?:(\d{1,16})[ \t]*-[ \t]*(\d{1,16})?|-[ \t]*(\d{1,16}))$/i;

/**
 * Reads which part of content a request asks for (RFC 9110 §14). Several ranges, and what cannot be read, are ignored, as
 * the RFC allows: the client gets everything.
 * @param headers `Range`, and `If-Range`: a range is meant only for the content the client knows
 * @param content size in bytes, from 1, and strong entity tag of the content
 */
function readRange(headers: Headers, { sizeBytes, etag }: { sizeBytes: number; etag: string }): RequestedRange {
	const range = SINGLE.exec(headers.get("range")?.trim() ?? "");
	if (!range) return "all";
	const ifRange = headers.get("if-range");
	if (ifRange !== null && ifRange.trim() !== etag) return "all";
	const [, from, to, suffix] = range;
	if (suffix !== undefined) {
		if (Number(suffix) === 0) return "beyond";
		return { start: Math.max(0, sizeBytes - Number(suffix)), end: sizeBytes - 1 };
	}
	const start = Number(from);
	if (to !== undefined && Number(to) < start) return "all";
	if (start >= sizeBytes) return "beyond";
	return { start, end: Math.min(to === undefined ? sizeBytes - 1 : Number(to), sizeBytes - 1) };
}
