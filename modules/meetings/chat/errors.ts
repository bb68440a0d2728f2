import type { MeetingState } from "#db/schema";
import { AppError } from "#kernel/errors";

/** Returns the error for a message that the meeting does not have. */
export const messageNotFound = () => new AppError("not_found", "The meeting has no such message.");

/** Returns the error for somebody who writes without being in the room. */
export const notInTheRoom = () =>
	new AppError("forbidden", "Only participants in the room can send messages: join the meeting first.", {
		meta: { reason: "not_admitted" },
	});

/** Returns the error for writing in a meeting that does not run. */
export const chatClosed = (state: MeetingState) =>
	new AppError("state_conflict", "Messages can be sent only while the meeting is live.", { meta: { state } });
