import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { matchesIfNoneMatch } from "#kernel/etag";
import { type Encoding, preferredEncoding } from "./accept-encoding.ts";

/** A file of the program: the same for everybody, and as long as the program runs. */
export interface ProgramFile {
	/** Media type, with its charset. */
	readonly contentType: string;
	readonly cacheControl: string;
	/** Content security policy; default: that of every response. */
	readonly contentSecurityPolicy?: string;
	/** Permissions policy: what of the device the page may ask for; default: what browsers allow. */
	readonly permissionsPolicy?: string;
	/**
	 * Returns the content: a text, or a file that the build has embedded. Called once for each encoding that is asked for,
	 * because only what is sent is kept in memory; it must return the same every time.
	 */
	readonly read: () => string | Blob | Promise<string>;
}

/** A file in one encoding. */
interface Representation {
	readonly content: Uint8Array<ArrayBuffer> | Blob;
	/** Null: as it is. */
	readonly encoding: Encoding | null;
	/** Strong entity tag: the digest of the content as it is sent, so it differs by encoding (RFC 9110 §8.8.3). */
	readonly etag: string;
}

/** What Elysia passes to a handler, as far as it is used here. */
interface HandlerContext {
	readonly request: Request;
	readonly set: { readonly headers: Record<string, string | number | undefined> };
}

const compressors = {
	// Quality 6 takes 0.1 s of a thread for the largest file we have; 11 takes 5 s to save another tenth.
	br: (bytes: Uint8Array) =>
		promisify(brotliCompress)(bytes, {
			params: { [zlib.BROTLI_PARAM_QUALITY]: 6, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
		}),
	gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
};

/**
 * Returns the handler of a GET for a file: compressed as the client likes it, and 304 if the client has it already. It
 * is compressed when that is first asked for, by another thread, and then kept.
 */
export function serveFile(file: ProgramFile) {
	const known = new Map<Encoding | null, Promise<Representation>>();

	function represent(encoding: Encoding | null): Promise<Representation> {
		const kept = known.get(encoding);
		if (kept !== undefined) return kept;
		const made = createRepresentation(file, encoding);
		known.set(encoding, made);
		made.catch(() => known.delete(encoding)); // The next request tries again.
		return made;
	}

	// Elysia reads this source to find what it has to pass: hence the parameter list.
	return async ({ request, set }: HandlerContext): Promise<Response> => {
		const { headers } = set;
		const { content, encoding, etag } = await represent(preferredEncoding(request.headers.get("accept-encoding")));
		headers.etag = etag;
		headers["cache-control"] = file.cacheControl;
		headers.vary = headers.vary === undefined ? "Accept-Encoding" : `${headers.vary}, Accept-Encoding`;
		// On a 304 too: a browser applies the headers of that to the content it has (RFC 9111 §4.3.4).
		if (file.contentSecurityPolicy !== undefined) headers["content-security-policy"] = file.contentSecurityPolicy;
		if (file.permissionsPolicy !== undefined) headers["permissions-policy"] = file.permissionsPolicy;
		if (matchesIfNoneMatch(request.headers.get("if-none-match") ?? "", etag))
			return new Response(null, { status: 304 });
		headers["content-type"] = file.contentType;
		if (encoding !== null) headers["content-encoding"] = encoding;
		return new Response(content);
	};
}

/** Reads the file and encodes it; as it is when that would not make it smaller. */
async function createRepresentation({ read }: ProgramFile, encoding: Encoding | null): Promise<Representation> {
	const content = await read();
	const bytes = typeof content === "string" ? new TextEncoder().encode(content) : await content.bytes();
	const encoded = encoding && new Uint8Array(await compressors[encoding](bytes));
	if (encoded && encoded.length < bytes.length) return { content: encoded, encoding, etag: await digestTag(encoded) };
	return { content: typeof content === "string" ? bytes : content, encoding: null, etag: await digestTag(bytes) };
}

async function digestTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", bytes);
	return `"${Buffer.from(digest).toString("base64url").slice(0, 22)}"`;
}
