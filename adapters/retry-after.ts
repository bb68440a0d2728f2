import { retryAfterMs as askedMs } from "#platform/outbound";

/** The longest pause a server may ask for, in ms. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns the pause that `Retry-After` asks for, in ms: 0…3,600,000; null where it says nothing. */
export function retryAfterMs(headers: Headers): number | null {
	const ms = askedMs(headers.get("retry-after"), Date.now());
	return ms === null ? null : Math.min(ms, MAX_RETRY_AFTER_MS);
}
