import type { ProcessingState } from "#db/schema";
import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** The error for a job that does not exist, or not for the caller. */
export const jobNotFound = () => new AppError("not_found", "There is no such job.");

/** The error for a second job for a recording. @param jobId the first; null: it has just been queued */
export const alreadyRunning = (jobId: string | null) =>
	new AppError("state_conflict", "This recording is already being transcribed; cancel that job or wait for it.", {
		meta: { state: "processing", ...(jobId !== null && { jobId }) },
	});

/** The error for an operation that the state of a job does not allow. */
export const wrongState = (state: ProcessingState, verb: "cancelled" | "retried") =>
	new AppError(
		"state_conflict",
		verb === "cancelled"
			? text("The job is {state} and cannot be cancelled.", { state })
			: text("The job is {state} and cannot be retried.", { state }),
		{ meta: { state } },
	);

/** Returns the error for a job whose recording or transcript has expired. */
export const sourceExpired = () => new AppError("not_found", "The retention period of what the job works on is over.");
