import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";

/** Returns the error for recording a meeting that does not run. */
export const meetingNotLive = (state: MeetingState) =>
	new AppError("state_conflict", "The meeting is not live.", { meta: { state } });

/** Returns the error for recording a meeting that says it is never recorded. */
export const recordingOff = () =>
	new AppError("state_conflict", "This meeting is not to be recorded: change its recording mode first.", {
		meta: { recordingMode: "off" },
	});

/** Returns the error for stopping what was never started. */
export const neverRecorded = () => new AppError("state_conflict", "The meeting has not been recorded.");
