/** Time as a dependency. Instants are Unix milliseconds (UTC) everywhere inside the process. */
export interface Clock {
	/** Now, in Unix ms. */
	nowMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** The form an instant takes outside the process: `2030-01-01T00:00:00.000Z` (RFC 3339, UTC, milliseconds). */
export const rfc3339 = (ms: number): string => new Date(ms).toISOString();

/** One minute in milliseconds. */
export const MINUTE_MS = 60_000;

/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;
