/** Source of the current time. Instants are Unix milliseconds (UTC) everywhere inside the process. */
export interface Clock {
	/** Returns the current time, in Unix ms. */
	nowMs(): number;
}

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/**
 * Returns for how long this process has run, in ms since some moment: whoever sets the machine's clock moves it neither
 * forward nor back. For limits and for silence, which are durations and no times of day.
 */
export type SteadyMs = () => number;

/**
 * The longest stretch that {@link createSteadyMs} counts between two looks, in ms: twice the interval at which the process
 * looks by itself.
 */
const LONGEST_STRETCH_MS = 120_000;

/**
 * Creates a steady clock. It counts only what it has seen pass, so that a process that was suspended, or whose monotonic
 * clock was faked, has not run meanwhile.
 */
export function createSteadyMs(monotonicMs: () => number = () => performance.now()): SteadyMs {
	let seenMs = monotonicMs();
	let steadyMs = 0;
	return () => {
		const nowMs = monotonicMs();
		steadyMs += Math.min(Math.max(0, nowMs - seenMs), LONGEST_STRETCH_MS);
		seenMs = nowMs;
		return steadyMs;
	};
}

/** The steady clock of this process. */
export const systemSteadyMs: SteadyMs = createSteadyMs();

/** Formats an instant for the outside world: `2030-01-01T00:00:00.000Z` (RFC 3339, UTC, milliseconds). */
export const rfc3339 = (ms: number): string => new Date(ms).toISOString();

/** One minute in milliseconds. */
export const MINUTE_MS = 60_000;

/** One hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;
