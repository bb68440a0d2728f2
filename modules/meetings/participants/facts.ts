import { defineFacts } from "#platform/unit-of-work";
import { RecordedParticipant } from "./schemas.ts";

const personal = { name: null };
const joined = {
	event: "meeting.participant.joined",
	payload: RecordedParticipant,
	personal,
	category: "organization",
} as const;
const left = {
	event: "meeting.participant.left",
	payload: RecordedParticipant,
	personal,
	category: "organization",
} as const;
const notInTheRoom = {
	event: null,
	because: "subscribers learn of a participant when they enter the room",
	category: "organization",
} as const;

/** Facts about participants of meetings. */
export const facts = defineFacts("participant", {
	"participant.add": notInTheRoom,
	"participant.update": {
		event: null,
		because: "subscribers learn of a participant when they enter the room, and read their role",
		category: "organization",
	},
	"participant.wait": notInTheRoom,
	"participant.join": joined,
	"participant.admit": joined,
	"participant.leave": left,
	"participant.remove": left,
	"participant.refuse": notInTheRoom,
	"participant.give_up": notInTheRoom,
});
