import { AppError } from "#kernel/errors";
import { matchesIfNoneMatch } from "#kernel/etag";
import type { RequestContext } from "#kernel/request-context";
import { text } from "#kernel/texts";
import type { Exchange } from "./exchange.ts";
import { type ByteRange, readRange } from "./ranges.ts";

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
