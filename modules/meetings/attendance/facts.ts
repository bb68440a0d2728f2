import { defineFacts } from "#platform/unit-of-work";
import { RecordedAttendance } from "./schemas.ts";

/** Facts about attendance. They name no participant but the one whose row is corrected, and no reason. */
export const facts = defineFacts("attendance", {
	"attendance.finish": { event: "attendance.ready", payload: RecordedAttendance, category: "organization" },
	"attendance.correct": {
		event: null,
		because: "a correction is about one person, and its reason is for hosts",
		category: "organization",
	},
	"attendance.read": { event: null, because: "reading changes nothing", category: "organization" },
});
