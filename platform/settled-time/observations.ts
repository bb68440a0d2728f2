import { HOUR_MS } from "#kernel/clock";

/** For how long the service must have run between two observations of a time, so that it counts as seen twice. */
const APART_MS = HOUR_MS;

/**
 * What the clocks of this installation have shown while it ran. A clock that is right runs as fast as the service does, so
 * the two differ by the same amount at every observation; whoever sets it ahead makes the difference larger.
 */
export interface Observations {
	/** For how long the service had run at the last observation, on any instance, across all restarts. */
	readonly upMs: number;
	/** `upMs` at which the current period began; it lasts until the service has run for another hour. */
	readonly sinceMs: number;
	/** The smallest difference between a clock and `upMs` that was seen in the current period. */
	readonly leastMs: number;
	/** The same of the period before; null in the first one, when nothing was seen twice. */
	readonly beforeMs: number | null;
}

/**
 * Returns the first observation.
 * @param isTrusted whether nothing is stored yet that a clock that is wrong could destroy
 */
export const firstObservation = (nowMs: number, isTrusted: boolean): Observations => ({
	upMs: 0,
	sinceMs: 0,
	leastMs: nowMs,
	beforeMs: isTrusted ? nowMs : null,
});

/** Returns the observations with another one: a clock shows `nowMs` (Unix ms) when the service has run for `upMs`. */
export function withObservation(seen: Observations, upMs: number, nowMs: number): Observations {
	const differenceMs = nowMs - upMs;
	if (upMs - seen.sinceMs >= APART_MS) return { upMs, sinceMs: upMs, leastMs: differenceMs, beforeMs: seen.leastMs };
	return { ...seen, upMs, leastMs: Math.min(seen.leastMs, differenceMs) };
}

/**
 * Returns the time that has come for certain at the last observation, Unix ms: the earliest that is consistent with
 * everything seen in this period and in the one before. 0 while nothing was seen twice. Whole, as of any clock, although
 * the service runs for fractions of a ms.
 */
export const settledMs = ({ upMs, leastMs, beforeMs }: Observations): number =>
	beforeMs === null ? 0 : Math.floor(upMs + Math.min(leastMs, beforeMs));

/** Returns stored observations; null for none. */
export function observationsOf(stored: unknown): Observations | null {
	// Only `createSettledTime` stores them.
	return stored === undefined ? null : (stored as Observations);
}
