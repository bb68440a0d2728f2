import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";

/** Returns the error for a message that the meeting does not have. */
export const messageNotFound = () => new AppError("not_found", "The meeting has no such message.");

/** Returns the error for somebody who writes without being in the room. */
export const notInTheRoom = () =>
	new AppError("forbidden", "Only participants who are in the room write: join the meeting first.", {
		meta: { reason: "not_admitted" },
	});

/** Returns the error for writing in a meeting that does not run. */
export const chatClosed = (state: MeetingState) =>
	new AppError("state_conflict", "Messages are written while the meeting runs.", { meta: { state } });
