/**
 * `bun tests/support/work-until-killed.ts URL`: works on jobs until it is killed, and prints a line for each that is
 * done. Stops in its tracks after {@link MOST_DONE}, so that something is left however late the kill comes.
 */
import { openStore } from "#db/store";
import { systemClock } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createJobs, type Jobs } from "#platform/jobs";
import { type WritableStore, writable } from "#tests/support/database";

/** The queue of the work, and the one in which its effects are counted: as jobs of their own, so that each is one row. */
export const WORK = "work";
export const EFFECTS = "effects";

/** How many jobs a worker does that nobody kills. */
const MOST_DONE = 50;

/** Declares the handler both the killed and the surviving workers have: one effect per job, with its end. */
export function countEffects(jobs: Jobs, store: WritableStore, onDone: (jobId: string) => unknown): void {
	jobs.handle(WORK, async (job) => {
		await store.tx(async (tx) => {
			await jobs.enqueue(tx, { queue: EFFECTS, payload: { of: job.id } });
			await job.done(tx);
		});
		await onDone(job.id);
	});
}

if (import.meta.main) {
	const store = writable(await openStore({ url: process.argv[2] ?? "" }));
	const ignore = () => undefined;
	const jobs = createJobs({ store, clock: systemClock, newId, log: { warn: ignore, error: ignore } });
	let done = 0;
	countEffects(jobs, store, (jobId) => {
		process.stdout.write(`${jobId}\n`);
		return ++done < MOST_DONE ? undefined : new Promise(() => undefined);
	});
	jobs.start();
}
