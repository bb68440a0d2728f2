import type { MeetingRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** What has changed of the room of a meeting. */
export interface RoomChange {
	readonly orgId: string;
	readonly meetingId: string;
	/**
	 * `entry`: somebody has entered; `people`: somebody waits or has gone; `rules`: when it is recorded; `recording`: whether it is;
	 * `unattended`: what happens without a host, or that it has begun without one; `hold`: whether it is held.
	 */
	readonly what: "entry" | "people" | "consents" | "rules" | "recording" | "unattended" | "hold";
}

/** Something has changed that a room shows: who waits, what those in it consent to, whether it is recorded or held. */
export const roomChanged = defineMoment<RoomChange>("room.changed");

/** A meeting of a series was deleted by itself. */
export const occurrenceDeleted = defineMoment<MeetingRow>("meeting.occurrence_deleted");

/** A meeting has ended, once: participants leave, captions close. */
export const meetingEnded = defineMoment<MeetingRow>("meeting.ended");
