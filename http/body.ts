import { AppError } from "#kernel/errors";
import { bytesWithin, PacedReader, readWithin } from "#kernel/paced-reader";
import { parseStrictJson } from "#kernel/strict-json";
import { text } from "#kernel/texts";
import { exchangeOf } from "./exchange.ts";
import type { ReadContent } from "./read-content.ts";

/**
 * Time over which a body may not be slow, in ms; uploads have more. Less than the time after which an idle connection is
 * closed, without a response: bytes of a body do not extend that, so a longer one asks for more.
 */
const PACE_MS = 25_000;

/** Maximum size of a body of JSON, in bytes; other content has its own. */
export const MAX_BODY_BYTES = 1 << 20;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const MERGE_PATCH_TYPE = /^application\/merge-patch\+json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const tooLarge = (maxBytes: number) =>
	new AppError("payload_too_large", text("The body is larger than {maxBytes} bytes.", { maxBytes }), {
		meta: { maxBytes },
	});

/** Rejects a body whose declared length exceeds the limit, before anything is known about the caller. */
export function rejectTooLarge(request: Request, maxBytes: number): void {
	if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
}

function declaresJson({ headers, method }: Request): boolean {
	const type = headers.get("content-type") ?? "";
	return JSON_TYPE.test(type) || (method === "PATCH" && MERGE_PATCH_TYPE.test(type));
}

function rejectUnsupportedMediaType(request: Request): void {
	if (declaresJson(request) && !request.headers.get("content-encoding")) return;
	const types = ["application/json", ...(request.method === "PATCH" ? ["application/merge-patch+json"] : [])];
	throw new AppError(
		"unsupported_media_type",
		text("Send the body as {types}, in UTF-8 and not compressed.", { types }),
	);
}

/**
 * Reads the JSON body of a request; `{}` when it has none, so that an operation whose members are all optional needs no
 * body. A request that declares JSON must send some, except DELETE: many clients send a content type with every
 * request, and the content of a DELETE has no meaning (RFC 9110 §9.3.5).
 * @throws `payload_too_large`, `unsupported_media_type`, `invalid_json`
 */
export async function readJson(request: Request): Promise<unknown> {
	const contentLength = request.headers.get("content-length");
	const isChunked = contentLength === null && request.body !== null;
	const isEmpty = contentLength === "0" || (contentLength === null && !isChunked);
	if (!isEmpty) rejectUnsupportedMediaType(request);
	const bytes = isEmpty ? EMPTY_BODY : await readBytes(request, MAX_BODY_BYTES);
	if (bytes.length > 0) return parseStrictJson(bytes);
	if (request.method === "DELETE" || !declaresJson(request)) return {};
	throw new AppError(
		"invalid_json",
		text("The body is empty, but Content-Type announces JSON: send {example}, or no Content-Type.", { example: "{}" }),
	);
}

const EMPTY_BODY = new Uint8Array();

/**
 * Reads a whole body; a long one is counted as it arrives, so that it can neither exhaust memory nor take for ever.
 * @throws `payload_too_large` `request_timeout`
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
	rejectTooLarge(request, maxBytes);
	const declared = request.headers.get("content-length");
	if (declared !== null && Number(declared) <= bytesWithin(PACE_MS)) {
		const reading = request.bytes();
		if (Bun.peek.status(reading) === "fulfilled") return reading;
		return readWithin(reading, PACE_MS, exchangeOf(request).steadyMs);
	}
	const reader = readPaced(request);
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for (let chunk = await reader?.read(); chunk; chunk = await reader?.read()) {
			size += chunk.length;
			if (size > maxBytes) throw tooLarge(maxBytes);
			chunks.push(chunk);
		}
	} finally {
		// What is left when it is too much is for the connection to read: the client is still sending.
		reader?.release();
	}
	return Buffer.concat(chunks, size);
}

/** Begins to read a body that may be long, which may take as long as it arrives; null: there is none. */
export function readPaced(request: Request): PacedReader | null {
	const exchange = exchangeOf(request);
	if (request.body === null) return null;
	exchange.keepOpen();
	return new PacedReader(request.body, PACE_MS, exchange.steadyMs);
}

/** Returns a body that may be long, to be read as it arrives; null: there is none. */
export function bodyOf(request: Request): ReadableStream<Uint8Array<ArrayBuffer>> | null {
	const { content } = exchangeOf(request);
	return request.body && (content === null ? request.body : hashed(request.body, content, request));
}

/** Returns a body that is added to what was read, chunk by chunk. */
function hashed(
	body: ReadableStream<Uint8Array<ArrayBuffer>>,
	content: ReadContent,
	request: Request,
): ReadableStream<Uint8Array<ArrayBuffer>> {
	const reader = body.getReader();
	const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			async pull(controller) {
				const { done, value } = await reader.read();
				if (done) {
					content.end();
					controller.close();
				} else {
					content.add(value);
					controller.enqueue(value);
				}
			},
			cancel: (reason) => reader.cancel(reason),
		},
		// Read only when somebody asks.
		{ highWaterMark: 0 },
	);
	content.begin(restOf(stream, request));
	return stream;
}

/** Yields what is left of a body, once nobody else reads it. */
async function* restOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, request: Request): AsyncGenerator<Uint8Array> {
	const reader = new PacedReader(stream, PACE_MS, exchangeOf(request).steadyMs);
	try {
		for (let chunk = await reader.read(); chunk; chunk = await reader.read()) yield chunk;
	} finally {
		reader.release();
	}
}
