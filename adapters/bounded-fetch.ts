/** Maximum size of a response: a hundred keys with certificates fit. */
const MAX_BYTES = 256 * 1024;
/** Timeout of one request, from the connection to the last byte of the response. */
const REQUEST_MS = 5_000;

/** Content types accepted: JSON, with or without a `+json` suffix, and signed JSON; never a page for people. */
const MACHINE_READABLE = /^application\/(?:[\w.-]+\+)?(?:json|jwt)\s*(?:;|$)/i;

/** A request in the form libraries pass it. */
export interface BoundedRequest {
	readonly method: string;
	readonly headers: Record<string, string>;
	readonly body?: ArrayBuffer | Uint8Array | ReadableStream | URLSearchParams | string | null | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** A `fetch` for requests to a configured provider. */
export type BoundedFetch = (url: string, request: BoundedRequest) => Promise<Response>;

/**
 * Creates a `fetch` that cannot be held up by a slow or misbehaving provider: each request ends within 5 s, at most 256
 * KiB are read, redirects are not followed, compressed responses are not unpacked, and only JSON is accepted.
 * @param requestMs for tests; default 5,000
 */
export function createBoundedFetch(requestMs = REQUEST_MS): BoundedFetch {
	return async (url, { method, headers, body, signal }) => {
		const deadline = AbortSignal.timeout(requestMs);
		const response = await fetch(url, {
			method,
			headers: { ...headers, "accept-encoding": "identity" },
			body: (body ?? null) as NonNullable<RequestInit["body"]> | null,
			signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
			redirect: "manual",
			decompress: false,
		});
		const reason = rejectionReason(response);
		if (reason !== null) {
			await response.body?.cancel();
			throw new Error(`${new URL(url).pathname} ${reason}`);
		}
		const read = await readCapped(response, url);
		return new Response(read, { status: response.status, headers: response.headers });
	};
}

function rejectionReason({ status, headers }: Response): string | null {
	if (status >= 300 && status < 400) return `responded with a redirect (${status})`;
	const type = headers.get("content-type") ?? "";
	return MACHINE_READABLE.test(type)
		? null
		: `responded with ${status} and ${type.slice(0, 64) || "no content type"} instead of JSON`;
}

/** Thrown when a response is larger than we read. */
export class TooLargeError extends Error {
	override readonly name = "TooLargeError";
}

/** Reads the whole body. @param what names the response in the error; @throws TooLargeError beyond 256 KiB */
export async function readCapped(response: Response, what: string): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let total = 0;
	for await (const chunk of response.body ?? []) {
		total += chunk.byteLength;
		// Leaving the loop cancels the stream.
		if (total > MAX_BYTES) throw new TooLargeError(`the response of ${what} is larger than ${MAX_BYTES} bytes`);
		chunks.push(chunk);
	}
	return new Uint8Array(Buffer.concat(chunks));
}
