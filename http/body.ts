import { AppError } from "#kernel/errors";
import { parseStrictJson } from "#kernel/strict-json";

/** Largest JSON body, in bytes. */
export const MAX_BODY_BYTES = 1 << 20;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const MERGE_PATCH_TYPE = /^application\/merge-patch\+json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const tooLarge = () =>
	new AppError("payload_too_large", `The body is larger than ${MAX_BODY_BYTES} bytes.`, {
		meta: { maxBytes: MAX_BODY_BYTES },
	});

/** Refuses a body whose announced length is over the limit: before anything is known of the caller. */
export function refuseTooLarge(request: Request): void {
	if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
}

function saysJson({ headers, method }: Request): boolean {
	const type = headers.get("content-type") ?? "";
	return JSON_TYPE.test(type) || (method === "PATCH" && MERGE_PATCH_TYPE.test(type));
}

function refuseForeignMediaType(request: Request): void {
	if (saysJson(request) && !request.headers.get("content-encoding")) return;
	const patch = request.method === "PATCH" ? " or application/merge-patch+json" : "";
	throw new AppError(
		"unsupported_media_type",
		`Send the body as application/json${patch}, in UTF-8 and not compressed.`,
	);
}

/**
 * The JSON body of a request; `{}` when it has none, so that an operation whose members are all optional needs no body. Whoever says
 * that JSON comes must send some. Only a DELETE is let off: many clients name a type on every request, and what a DELETE holds means
 * nothing by itself (RFC 9110 §9.3.5).
 * @throws `payload_too_large`, `unsupported_media_type`, `invalid_json`
 */
export async function readJson(request: Request): Promise<unknown> {
	const announced = request.headers.get("content-length");
	const isChunked = announced === null && request.body !== null;
	const isEmpty = announced === "0" || (announced === null && !isChunked);
	if (!isEmpty) refuseForeignMediaType(request);
	const bytes = isEmpty ? NOTHING : isChunked ? await readChunks(request) : await request.bytes();
	if (bytes.length > 0) return parseStrictJson(bytes);
	if (request.method === "DELETE" || !saysJson(request)) return {};
	throw new AppError(
		"invalid_json",
		"The body is empty, but Content-Type announces JSON: send {}, or no Content-Type.",
	);
}

const NOTHING = new Uint8Array();

/** A body without a length is counted as it comes, so that it cannot fill the memory. */
async function readChunks(request: Request): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of request.body ?? []) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks, size);
}
