import type { Store } from "#db/store";

/**
 * How long, in ms, a change by another process may go unheard. Asking the database takes 2.5 µs, a tenth of a cached GET:
 * for each request that is too much, a thousand times a second it is a quarter of a percent. And whoever waits for that
 * process to end, a command of ours or any other, waits for longer than this.
 */
const HEARD_WITHIN_MS = 1;

/**
 * Hears of what other processes write: commands of ours, an operator's `sqlite3`.
 * @param changed drops everything that is cached
 * @returns to be called before anything cached is used, with the time in ms of a clock that never goes back
 */
export function hearOtherWriters(store: Store, changed: () => void): (nowMs: number) => void {
	let askedAtMs = Number.NEGATIVE_INFINITY;
	return (nowMs) => {
		if (nowMs - askedAtMs < HEARD_WITHIN_MS) return;
		askedAtMs = nowMs;
		if (store.changedElsewhere()) changed();
	};
}
