import { closed, Id, OneOf } from "#http/schemas";
import { RECORDING_STATES } from "#modules/meetings/meetings";

/** Whether a meeting is to be recorded from now on. */
export const SetRecordingRequest = closed(
	{ state: OneOf(RECORDING_STATES, "whether the meeting is recorded from now on") },
	{ $id: "SetRecordingRequestBody" },
);
export type SetRecordingRequest = typeof SetRecordingRequest.static;

/** Path of the recording of a meeting. */
export const RecordingParams = closed({ meetingId: Id("mtg", "id of the meeting") });
