import { TranslationError } from "#modules/engines/translators";
import { readCapped, TooLargeError } from "../bounded-fetch.ts";
import { retryAfterMs } from "../retry-after.ts";

/** A request to a translation server. */
export interface Question {
	readonly url: string;
	/** Posted; without it, the request is a GET. */
	readonly body?: URLSearchParams | string;
	/** Media type of a body that is a text. */
	readonly contentType?: string;
	/** How long the answer may take, in ms. */
	readonly limitMs: number;
	readonly signal: AbortSignal;
}

/** An answer of a translation server. */
export interface Answer {
	/** 200…499 without 429 and redirects. */
	readonly status: number;
	/** Undefined where the answer is no JSON. */
	readonly value: unknown;
}

/**
 * Asks a translation server. Redirects are not followed, and at most 256 KiB are read.
 * @throws TranslationError, or the reason of `signal`
 */
export async function ask({ url, body, contentType, limitMs, signal }: Question): Promise<Answer> {
	const deadline = AbortSignal.timeout(limitMs);
	try {
		const response = await fetch(url, {
			method: body === undefined ? "GET" : "POST",
			body: body ?? null,
			headers: {
				accept: "application/json",
				"accept-encoding": "identity",
				...(contentType && { "content-type": contentType }),
			},
			signal: AbortSignal.any([signal, deadline]),
			redirect: "manual",
			decompress: false,
		});
		const bytes = await readCapped(response, "the translation server");
		assertServed(response);
		return { status: response.status, value: parse(bytes) };
	} catch (error) {
		signal.throwIfAborted();
		throw failureOf(error, deadline.aborted ? limitMs : null);
	}
}

/** The body of a refusal is not repeated: it may contain anything. @throws TranslationError */
function assertServed({ status, headers }: Response): void {
	if (status >= 300 && status < 400)
		throw new TranslationError(
			"engine_misbehaved",
			`The translation server responded with a redirect (${status}), which is not followed.`,
		);
	if (status === 401 || status === 403)
		throw new TranslationError("engine_refused", `The translation server rejected the key (${status}).`);
	if (status === 404)
		throw new TranslationError("engine_refused", "There is no translation server at TRANSLATE_URL (404).");
	if (status === 429 || status >= 500)
		throw new TranslationError("engine_busy", `The translation server is busy or down (${status}).`, {
			retryAfterMs: retryAfterMs(headers),
		});
}

/** Returns the member of an object; undefined where there is none. */
export const member = (value: unknown, name: string): unknown =>
	typeof value === "object" && value !== null && Object.hasOwn(value, name)
		? (value as Readonly<Record<string, unknown>>)[name]
		: undefined;

/** Returns the error for an answer that is no translation. */
export const misbehaved = (what: string): TranslationError =>
	new TranslationError("engine_misbehaved", `The translation server ${what}.`);

function parse(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}

function failureOf(error: unknown, exceededMs: number | null): TranslationError {
	if (exceededMs !== null) {
		const limit = `${Math.round(exceededMs / 1000)} s`;
		return new TranslationError("engine_timeout", `The translation server took longer than ${limit}.`, {
			cause: error,
		});
	}
	if (error instanceof TranslationError) return error;
	if (error instanceof TooLargeError)
		return new TranslationError("engine_misbehaved", "The translation server's response is too large.", {
			cause: error,
		});
	return new TranslationError("engine_unreachable", "The translation server cannot be reached.", { cause: error });
}
