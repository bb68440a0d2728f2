import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { TestResponse } from "./harness.ts";
import type { Answer } from "./loop-watch.ts";

/** Returns status and error code of a response; the code is undefined for a success. */
export const codeOf = ({ status, body }: TestResponse): (number | string | undefined)[] => [status, body?.error?.code];

/** Whether the response is a replay of a stored outcome. */
export const isReplayed = ({ headers }: TestResponse): boolean => headers.get("idempotency-replayed") === "true";

/** Reads a response to its end. */
export const readResponse = async (response: Response): Promise<TestResponse> =>
	decodeResponse({ response, bytes: await response.bytes() });

/** Decodes a response whose body has been read. */
export function decodeResponse({ response, bytes }: Answer): TestResponse {
	const { status, headers } = response;
	const encoding = bytes.length > 0 ? headers.get("content-encoding") : null;
	const decoded = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
	const text = new TextDecoder().decode(decoded);
	const isJson = /[/+]json\b/.test(headers.get("content-type") ?? "") && text !== "";
	return { status, headers, bytes, text, body: isJson ? JSON.parse(text) : undefined };
}
