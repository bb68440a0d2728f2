import type { MeetingRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A meeting has ended, once: participants leave, captions close. */
export const meetingEnded = defineMoment<MeetingRow>("meeting.ended");
