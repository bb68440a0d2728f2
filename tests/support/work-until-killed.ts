/** `bun tests/support/work-until-killed.ts URL`: works on jobs for ever, and prints a line for each that is done. */
import { openStore, type Store } from "#db/store";
import { systemClock } from "#kernel/clock";
import { newId } from "#kernel/ids";
import { createJobs, type Jobs } from "#modules/jobs";

/** The queue of the work, and the one in which its effects are counted: as jobs of their own, so that each is one row. */
export const WORK = "work";
export const EFFECTS = "effects";

/** Declares the handler both the killed and the surviving workers have: one effect per job, with its end. */
export function countEffects(jobs: Jobs, store: Store, onDone: (jobId: string) => void): void {
	jobs.handle(WORK, async (job) => {
		await store.tx(async (tx) => {
			await jobs.enqueue(tx, { queue: EFFECTS, payload: { of: job.id } });
			await job.done(tx);
		});
		onDone(job.id);
	});
}

if (import.meta.main) {
	const store = await openStore({ url: process.argv[2] ?? "" });
	const ignore = () => undefined;
	const jobs = createJobs({ store, clock: systemClock, newId, log: { warn: ignore, error: ignore } });
	countEffects(jobs, store, (jobId) => void process.stdout.write(`${jobId}\n`));
	jobs.start();
}
