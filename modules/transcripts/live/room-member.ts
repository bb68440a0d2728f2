import type { MeetingRow, ParticipantRow } from "#db/schema";
import type { Caller } from "./callers.ts";
import type { Told } from "./room-facts.ts";

/** A connection of a participant who is in the room. */
export interface RoomMember {
	readonly caller: Caller;
	readonly connectionId: string;
	readonly participantId: string;
	/** As of when they entered, or what others see of them has changed. */
	participant: ParticipantRow;
	meeting: MeetingRow;
	/** Whether they run the meeting, as of the same moment. */
	canRun: boolean;
	readonly told: Told;
	/** Resolves when what was to be sent before was sent. */
	turn: Promise<void>;
	send(frame: string): void;
}
