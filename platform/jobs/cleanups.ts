import { HOUR_MS, MINUTE_MS } from "#kernel/clock";
import type { Jobs } from "./ports.ts";

/** The queue of what keeps tables from growing for ever. */
export const HOURLY_CLEANUP = "housekeeping";

/** The queue of what keeps tables small that strangers can fill. */
export const MINUTELY_CLEANUP = "tidying";

/** What keeps the tables small. Each part must bear repetition: when one fails, all of its round are tried again. */
interface CleanupRounds {
	/** What only time makes superfluous. */
	readonly hourly: readonly (() => Promise<void>)[];
	/** What anybody can make a lot of without an account. */
	readonly everyMinute: readonly (() => Promise<void>)[];
}

/** On one instance: removes what is not needed any more, one cleanup after the other. */
export function scheduleCleanups(jobs: Jobs, { hourly, everyMinute }: CleanupRounds): void {
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
