import { HOUR_MS } from "#kernel/clock";
import type { Jobs } from "./ports.ts";

const MINUTE_MS = 60_000;

/** The queue of what keeps tables from growing for ever. */
export const HOUSEKEEPING = "housekeeping";

/** The queue of what keeps tables small that strangers can fill. */
export const TIDYING = "tidying";

/** What modules forget now and then. Each must bear repetition: when one fails, all of its round are tried again. */
export interface Chores {
	/** What only time makes superfluous. */
	readonly hourly: readonly (() => Promise<void>)[];
	/** What anybody can make a lot of without an account. */
	readonly everyMinute: readonly (() => Promise<void>)[];
}

/** On one instance: forgets jobs that ended, and does the chores of other modules, one after the other. */
export function keepHouse(jobs: Jobs, { hourly, everyMinute }: Chores): void {
	const rounds = [
		{ queue: HOUSEKEEPING, everyMs: HOUR_MS, chores: [jobs.purgeEnded, ...hourly] },
		{ queue: TIDYING, everyMs: MINUTE_MS, chores: everyMinute },
	];
	for (const { queue, everyMs, chores } of rounds)
		jobs.every(queue, everyMs, async ({ signal }) => {
			for (const chore of chores) {
				signal.throwIfAborted();
				await chore();
			}
		});
}
