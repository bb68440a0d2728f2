import { HOUR_MS } from "#kernel/clock";

const LONGEST_MS = 6 * HOUR_MS;

/**
 * Returns the delay after attempt number `attempt` (1…) failed, in ms: 1 s · 2ⁿ, at most 6 h, ± 25 % so that jobs that
 * failed together are not retried together.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
	const base = Math.min(LONGEST_MS, 1_000 * 2 ** Math.min(attempt, 30));
	return Math.round(base * (0.75 + random() / 2));
}
