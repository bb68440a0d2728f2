import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import type { Jobs } from "./ports.ts";

/** Queue of the hourly cleanup, which deletes expired rows. */
export const HOURLY_CLEANUP = "housekeeping";

/** Queue of the cleanup that runs every minute, for tables that anonymous callers can fill. */
export const MINUTELY_CLEANUP = "tidying";

/** Cleanup functions by interval. Each must be idempotent: when one fails, all of its interval are retried. */
interface CleanupSchedule {
	/** Deletion of expired rows. */
	readonly hourly: readonly (() => Promise<void>)[];
	/** Deletion of rows that can be created in any number without an account. */
	readonly everyMinute: readonly (() => Promise<void>)[];
}

/** Schedules the cleanups as recurring jobs, so that one instance runs them, one after the other. */
export function scheduleCleanups(jobs: Jobs, { hourly, everyMinute }: CleanupSchedule): void {
	const rounds = [
		{ queue: HOURLY_CLEANUP, everyMs: HOUR_MS, cleanups: hourly },
		{ queue: MINUTELY_CLEANUP, everyMs: MINUTE_MS, cleanups: everyMinute },
	];
	for (const { queue, everyMs, cleanups } of rounds)
		jobs.every(queue, everyMs, async ({ signal }) => {
			for (const clean of cleanups) {
				signal.throwIfAborted();
				await clean();
			}
		});
}
