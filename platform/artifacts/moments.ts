import { defineMoment } from "#platform/unit-of-work";

/** A meeting of which content is about to be purged. */
export interface MeetingOfContent {
	readonly orgId: string;
	readonly meetingId: string;
}

/** Content of a meeting is about to be locked: a change to the content of a meeting locks the meeting first. */
export const contentLocked = defineMoment<MeetingOfContent>("content.locked");

/** A purge of some of the content of a meeting began, or is over. */
export const contentPurged = defineMoment<
	MeetingOfContent & {
		/** Since when one is under way, in Unix ms; null: none is any more. */
		readonly startedAtMs: number | null;
	}
>("content.purged");
