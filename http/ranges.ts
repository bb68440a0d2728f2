/** A part of content, in bytes, both ends inclusive. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/** What a request asks for of content: a part; all of it; or a part beyond its end. */
export type RequestedRange = ByteRange | "all" | "beyond";

/** A single range: `bytes=0-499`, `bytes=500-`, `bytes=-500`. */
const SINGLE = /^bytes[ \t]*=[ \t]*(?:(\d{1,16})[ \t]*-[ \t]*(\d{1,16})?|-[ \t]*(\d{1,16}))$/i;

/**
 * Reads which part of content a request asks for (RFC 9110 §14). Several ranges, and what cannot be read, are ignored, as
 * the RFC allows: the client gets everything.
 * @param headers `Range`, and `If-Range`: a range is meant only for the content the client knows
 * @param content size in bytes, from 1, and strong entity tag of the content
 */
export function readRange(headers: Headers, { sizeBytes, etag }: { sizeBytes: number; etag: string }): RequestedRange {
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
