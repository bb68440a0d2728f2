import type { Store } from "#db/store";

/**
 * Minimum interval, in ms, between two checks, and so the delay with which a change by another process is detected. A
 * check takes 2.5 µs, a tenth of a cached GET: too much for each request, but a quarter of a percent of a core at a
 * thousand per second. A client that waits for such a process to end, a command of ours or any other, waits for longer
 * than this.
 */
const CHECK_INTERVAL_MS = 1;

/**
 * Watches for writes of other processes: commands of ours, an operator's `sqlite3`.
 * @param onChange drops everything that is cached
 * @returns a function to be called before cached state is used, with the time in ms of a monotonic clock
 */
export function watchForeignWrites(store: Store, onChange: () => void): (nowMs: number) => void {
	let checkedAtMs = Number.NEGATIVE_INFINITY;
	return (nowMs) => {
		if (nowMs - checkedAtMs < CHECK_INTERVAL_MS) return;
		checkedAtMs = nowMs;
		if (store.changedElsewhere()) onChange();
	};
}
