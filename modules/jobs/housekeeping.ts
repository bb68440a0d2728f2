import type { Jobs } from "./ports.ts";

const HOUR_MS = 3_600_000;

/** The queue of what keeps tables from growing for ever. */
export const HOUSEKEEPING = "housekeeping";

/**
 * Once an hour and on one instance: forgets jobs that ended, then does the `chores` of other modules (expired idempotency
 * keys and the like), one after the other. One that fails is tried again with all others: they must bear repetition.
 */
export function keepHouse(jobs: Jobs, chores: readonly (() => Promise<void>)[]): void {
	jobs.every(HOUSEKEEPING, HOUR_MS, async ({ signal }) => {
		for (const chore of [jobs.purgeEnded, ...chores]) {
			signal.throwIfAborted();
			await chore();
		}
	});
}
