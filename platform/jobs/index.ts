export { backoffMs } from "./backoff.ts";
export { type Cleanup, HOURLY_CLEANUP, MINUTELY_CLEANUP, scheduleCleanups } from "./cleanups.ts";
export { jobsContribution } from "./contribution.ts";
export {
	type Job,
	type JobContext,
	type JobHandler,
	type JobLogFields,
	type JobPayload,
	type Jobs,
	type JobsLog,
	LeaseLostError,
	type NewJob,
	type QueueOptions,
	RetryElsewhereError,
	UNLIMITED_ATTEMPTS,
} from "./ports.ts";
export { deleteWaiting, hasNoJobs, sealedPayloads } from "./repository.ts";
export { createJobs, type JobsDeps } from "./service.ts";
