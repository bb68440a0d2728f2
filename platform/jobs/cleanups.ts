import { inPortions, type RunPortions } from "#db/portions";
import type { Store } from "#db/store";
import { type Clock, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import type { Jobs } from "./ports.ts";

/** Queue of the hourly cleanup, which deletes expired rows. */
export const HOURLY_CLEANUP = "housekeeping";

/** Queue of the cleanup that runs every minute, for tables that anonymous callers can fill. */
export const MINUTELY_CLEANUP = "tidying";

/**
 * Deletes rows that time has made superfluous, in portions. Must be idempotent: when one cleanup fails, all of its
 * interval are retried.
 * @param nowMs the time that has come for certain, Unix ms: what it deletes is gone, even if the clock was wrong
 */
export type Cleanup = (inPortions: RunPortions, nowMs: number) => Promise<void>;

/** Cleanups by interval. */
interface CleanupSchedule {
	/** Deletion of expired rows. */
	readonly hourly: readonly Cleanup[];
	/** Deletion of rows that can be created in any number without an account. */
	readonly everyMinute: readonly Cleanup[];
}

interface CleanupDeps {
	readonly store: Store;
	readonly jobs: Pick<Jobs, "every">;
	readonly settledClock: Clock;
}

/** Schedules the cleanups as recurring jobs, so that one instance runs them, one after the other. */
export function scheduleCleanups(
	{ store, jobs, settledClock }: CleanupDeps,
	{ hourly, everyMinute }: CleanupSchedule,
): void {
	const rounds = [
		{ queue: HOURLY_CLEANUP, everyMs: HOUR_MS, cleanups: hourly },
		{ queue: MINUTELY_CLEANUP, everyMs: MINUTE_MS, cleanups: everyMinute },
	];
	for (const { queue, everyMs, cleanups } of rounds)
		jobs.every(queue, everyMs, async ({ signal }) => {
			for (const clean of cleanups)
				await clean((portion) => inPortions(store.writing("cleanup").tx, portion, { signal }), settledClock.nowMs());
		});
}
