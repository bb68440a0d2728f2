/**
 * `bun tests/support/work-until-killed.ts URL`: processes jobs until it is killed, and prints a line for each completed
 * one. Hangs after {@link MOST_DONE}, so that jobs are left however late it is killed.
 */
import { openStore } from "#db/store";
import { systemClock } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createJobs, type Jobs } from "#platform/jobs";
import { type WritableStore, writable } from "#tests/support/database";

/** Queue of the jobs, and the one in which their effects are counted: as jobs, so that each effect is a row. */
export const WORK = "work";
export const EFFECTS = "effects";

/** Maximum number of jobs a worker completes before it is killed. */
const MOST_DONE = 50;

/** Registers the handler of both the killed and the surviving workers: one effect per job, in the same transaction. */
export function countEffects(jobs: Jobs, store: WritableStore, onDone: (jobId: string) => unknown): void {
	jobs.handle(WORK, async (job) => {
		await store.tx(async (tx) => {
			await jobs.enqueue(tx, { queue: EFFECTS, orgId: null, payload: { of: job.id } });
			await job.done(tx);
		});
		await onDone(job.id);
	});
}

if (import.meta.main) {
	const store = writable(await openStore({ url: process.argv[2] ?? "" }));
	const ignore = () => undefined;
	const jobs = createJobs({
		store,
		clock: systemClock,
		settledClock: systemClock,
		newId,
		log: { warn: ignore, error: ignore },
	});
	let done = 0;
	countEffects(jobs, store, (jobId) => {
		process.stdout.write(`${jobId}\n`);
		return ++done < MOST_DONE ? undefined : new Promise(() => undefined);
	});
	jobs.start();
}
