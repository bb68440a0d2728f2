import { operation } from "#http/operation";
import { okResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { MeetingRecording, meetingsTag, ofLiveMeeting } from "#modules/meetings/meetings";

const example: MeetingRecording = {
	state: "started",
	by: exampleId("par"),
	reason: null,
	since: "2030-01-01T09:30:00.000Z",
};

/** Documentation of the operation on the recording of a meeting. */
export const documentation = {
	set: operation({
		id: "setMeetingRecording",
		summary: "Start or stop the recording of a meeting",
		description:
			"States that the live meeting is being recorded, or no longer is: participants get the message `recording`, and " +
			"`Meeting.recording` shows it. Each client records its own participant and uploads the result; the server records " +
			"nothing itself. Starting requires a `recordingPolicy.mode` other than `off`, the feature `meetingRecording`, and the " +
			"consents that `recordingPolicy.consent` asks for (403 `consent_required`). The server stops a recording when these " +
			"no longer hold, and when the meeting ends; with `mode: auto`, it starts as soon as they hold. The same state again " +
			"changes nothing. Requires the right to run the meeting.",
		tag: meetingsTag,
		examples: ofLiveMeeting,
		request: { state: "started" },
		responses: { 200: okResponse("The recording", MeetingRecording, "Recording set", example) },
		errors: [
			"not_found",
			"forbidden",
			"purged",
			"state_conflict",
			"consent_required",
			"entitlement_required",
			"meeting_held",
		],
	}),
};
