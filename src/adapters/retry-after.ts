/** The longest pause a server may ask for, in ms. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns the pause that `Retry-After` asks for, in ms: 0…3,600,000; null where it says nothing. */
export function retryAfterMs(headers: Headers): number | null {
	const value = headers.get("retry-after")?.trim();
	if (!value) return null;
	const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
	return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}
