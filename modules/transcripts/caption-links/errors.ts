import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";

/** Returns the error for a meeting without a captions link. */
export const linkNotFound = () => new AppError("not_found", "The meeting has no captions link.");

/** Returns the error for a link that is unknown, expired or withdrawn, or whose maker may no longer run the meeting. */
export const linkRefused = () => new AppError("not_found", "This captions link is not valid.");

/** Returns the error for a link to a meeting that has ended or was cancelled. */
export const nothingToRead = (state: MeetingState) =>
	new AppError("state_conflict", "A captions link needs a meeting that is scheduled or live.", { meta: { state } });

/** Returns the error for readers who come before the meeting has started. */
export const notStarted = () =>
	new AppError("state_conflict", "The meeting has not started: captions are available once it is live.", {
		meta: { state: "scheduled" },
	});
