import { defineFacts } from "#platform/unit-of-work";
import { RecordedMeeting } from "./schemas.ts";

/** What of a meeting its events lose when it is deleted. */
export const prose = { title: "", description: null };

/** Facts about meetings. */
export const facts = defineFacts("meeting", {
	"meeting.schedule": { event: "meeting.scheduled", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.start": { event: "meeting.started", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.update": { event: "meeting.updated", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.end": { event: "meeting.ended", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.process": { event: "meeting.processing", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.complete": { event: "meeting.ready", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.fail": { event: "meeting.failed", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.cancel": { event: "meeting.cancelled", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.delete": {
		event: "meeting.deleted",
		payload: RecordedMeeting,
		prose,
		category: "organization",
		removes: "meeting",
	},
	"meeting.start_recording": {
		event: "meeting.recording_started",
		payload: RecordedMeeting,
		prose,
		category: "organization",
	},
	"meeting.stop_recording": {
		event: "meeting.recording_stopped",
		payload: RecordedMeeting,
		prose,
		category: "organization",
	},
	"meeting.hold": { event: "meeting.held", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.resume": { event: "meeting.resumed", payload: RecordedMeeting, prose, category: "organization" },
	"meeting.renew_code": { event: null, because: "the code must not reach subscribers", category: "organization" },
	"meeting.drop_code": { event: null, because: "the code must not reach subscribers", category: "organization" },
});
