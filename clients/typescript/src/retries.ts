import { readProblem } from "./errors.ts";
import { delayOf, sleep } from "./waiting.ts";

/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

/** How requests are repeated. */
export interface Retries {
	/** How often a request is sent at most; default 4. */
	readonly attempts?: number;
	/** The longest pause in ms; a response that asks for more is returned at once. Default 30,000. */
	readonly maxDelayMs?: number;
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** The request was not carried out, or its outcome is unknown. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a second request does no more than the first: it changes nothing, or its key makes it the same. */
const isRepeatable = ({ method, headers }: Request): boolean =>
	SAFE_METHODS.has(method) || (method === "POST" && headers.has("idempotency-key"));

/**
 * Repeats requests that were limited, and those that may be repeated if the network or the server fails. The
 * `Idempotency-Key` is the same each time, so that nothing happens twice.
 */
export function withRetries(send: Send, { attempts = 4, maxDelayMs = 30_000 }: Retries = {}): Send {
	return async (request) => {
		for (let attempt = 1; ; attempt++) {
			const isLast = attempt >= attempts;
			let delayMs = delayOf(attempt, maxDelayMs);
			try {
				const response = await send(isLast ? request : request.clone());
				if (isLast || !(await isWorthRepeating(request, response))) return response;
				const askedMs = retryAfterMs(response);
				if (askedMs !== null && askedMs > maxDelayMs) return response;
				delayMs = Math.max(delayMs, askedMs ?? 0);
				await response.body?.cancel();
			} catch (error) {
				if (isLast || request.signal.aborted || !isNetworkFault(error) || !isRepeatable(request)) throw error;
			}
			await sleep(delayMs, request.signal);
		}
	};
}

async function isWorthRepeating(request: Request, response: Response): Promise<boolean> {
	const { status } = response;
	if (status === 429) return true;
	if (!isRepeatable(request)) return false;
	// The first request with this key, whose answer was lost, is still running.
	if (status === 409) return (await readProblem(response.clone())).is("idempotency_in_progress");
	return UNAVAILABLE.has(status);
}

/** Returns what a response asks for; null if it does not. */
export function retryAfterMs({ headers }: Response): number | null {
	const value = headers.get("retry-after");
	if (value === null) return null;
	const seconds = Number(value);
	const delayMs = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
	return Number.isFinite(delayMs) ? Math.max(0, delayMs) : null;
}

/** Whether no response has arrived. `fetch` throws a TypeError then; Bun an Error with a code. */
export const isNetworkFault = (error: unknown): boolean =>
	error instanceof TypeError || (error instanceof Error && "code" in error && error.name !== "AbortError");
