/** Source of the current time. Instants are Unix milliseconds (UTC) everywhere inside the process. */
export interface Clock {
	/** Returns the current time, in Unix ms. */
	nowMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** Formats an instant for the outside world: `2030-01-01T00:00:00.000Z` (RFC 3339, UTC, milliseconds). */
export const rfc3339 = (ms: number): string => new Date(ms).toISOString();

/** One minute in milliseconds. */
export const MINUTE_MS = 60_000;

/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;
