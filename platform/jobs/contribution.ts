import type { Jobs } from "./ports.ts";

/** Interval at which jobs are looked for that a clock scheduled which was ahead, in ms. */
const BRING_BACK_MS = 10_000;

/** What the platform contributes for jobs. */
export const jobsContribution = (jobs: Jobs) => ({
	cleanups: { hourly: [jobs.deleteEnded] },
	periodicTasks: [
		{
			everyMs: BRING_BACK_MS,
			work: jobs.bringBack,
			failureMessage: "jobs scheduled by a clock that was ahead could not be rescheduled",
		},
	],
	gauges: [{ name: "parley_jobs_due", help: "Jobs that are due but not running yet.", read: jobs.countDue }],
});
