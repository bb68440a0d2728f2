import { HOUR_MS, MINUTE_MS } from "#kernel/clock";

/** Delays after failed attempts, in ms: the tenth attempt is the last but one, three days after the first. */
const DELAYS_MS = [
	5_000,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	14 * HOUR_MS,
	20 * HOUR_MS,
	24 * HOUR_MS,
];
/** Longest delay that a receiver may ask for, in ms. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;
/** Delays are longer by up to this part, so that what failed together is not tried together. */
const JITTER = 0.1;

/** Time without a success after which a webhook is disabled, in ms. */
export const GIVE_UP_AFTER_MS = 120 * HOUR_MS;

/**
 * Returns the delay after failed attempt number `tries` (1…), in ms; null: it was the last.
 * @param retryAfterMs what the receiver asks for; null: nothing
 */
export function delayMs(tries: number, retryAfterMs: number | null, random: () => number = Math.random): number | null {
	const base = DELAYS_MS[tries - 1];
	if (base === undefined) return null;
	const own = base * (1 + random() * JITTER);
	return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
}
