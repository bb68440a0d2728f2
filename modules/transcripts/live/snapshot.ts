import type { MeetingRow } from "#db/schema";
import { rulesOf } from "#modules/meetings/meetings";
import type { Person } from "./roster.ts";

/** What somebody who enters a room has to know of it at once. */
export interface RoomView {
	readonly you: Person;
	/** The others. */
	readonly people: readonly Person[];
	readonly meeting: MeetingRow;
	/** What the server tells them, by the name of the message; empty until it is known. */
	readonly facts: Readonly<Record<string, object | null>>;
}

/**
 * Returns the message `room`: the first one of a connection that is in the room, and sent again when what it says of the
 * meeting changes. What else is shown of a room is added here.
 */
export const roomFrame = ({ you, people, meeting, facts }: RoomView): object => ({
	type: "room",
	you,
	people,
	...meetingOf(meeting),
	recording: null,
	consents: null,
	hold: null,
	...facts,
});

/** Returns what the snapshot says of the meeting. */
const meetingOf = (meeting: MeetingRow) => ({
	captions: { state: meeting.transcription.enabled && meeting.transcription.live ? "on" : "off" },
	...rulesOf(meeting),
});

/** Whether the snapshot says something else of a meeting than before. */
export const isShownOtherwise = (before: MeetingRow, after: MeetingRow): boolean =>
	!Bun.deepEquals(meetingOf(before), meetingOf(after));
