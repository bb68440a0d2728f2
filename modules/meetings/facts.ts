import { defineFacts } from "#platform/unit-of-work";
import { RecordedMeeting } from "./schemas.ts";

/** Facts about meetings. */
export const facts = defineFacts("meeting", {
	"meeting.schedule": { event: "meeting.scheduled", payload: RecordedMeeting, category: "organization" },
	"meeting.start": { event: "meeting.started", payload: RecordedMeeting, category: "organization" },
	"meeting.update": { event: "meeting.updated", payload: RecordedMeeting, category: "organization" },
	"meeting.end": { event: "meeting.ended", payload: RecordedMeeting, category: "organization" },
	"meeting.process": { event: "meeting.processing", payload: RecordedMeeting, category: "organization" },
	"meeting.complete": { event: "meeting.ready", payload: RecordedMeeting, category: "organization" },
	"meeting.fail": { event: "meeting.failed", payload: RecordedMeeting, category: "organization" },
	"meeting.cancel": { event: "meeting.cancelled", payload: RecordedMeeting, category: "organization" },
	"meeting.delete": {
		event: "meeting.deleted",
		payload: RecordedMeeting,
		category: "organization",
		removes: "meeting",
	},
	"meeting.renew_code": { event: null, because: "the code must not reach subscribers", category: "organization" },
	"meeting.drop_code": { event: null, because: "the code must not reach subscribers", category: "organization" },
});
