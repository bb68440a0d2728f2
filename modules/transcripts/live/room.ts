import type { Bus } from "#kernel/bus";
import type { Logger } from "#kernel/logger";
import type { Caller } from "./callers.ts";
import { notConnected } from "./errors.ts";

/** What a participant shows of themselves. */
export interface Shown {
	audio: boolean | null;
	video: boolean | null;
	hand: boolean;
}

/** A connection of a participant who is in the room. */
export interface RoomMember {
	readonly caller: Caller;
	readonly participantId: string;
	/** Name that others see. */
	readonly name: string;
	readonly shown: Shown;
	send(frame: string): void;
}

/** What instances tell each other of a room, as JSON. */
interface RoomMessage {
	/** Participant whom it is for; null: everybody in the room. */
	readonly to: string | null;
	/** Participant who does not get it themselves; null: everybody gets it. */
	readonly from: string | null;
	readonly frames: readonly object[];
	/** Whether those who are there already tell `from` that they are. */
	readonly asks?: true;
}

/** Returns the topic of the bus on which instances tell each other of the room of a meeting. */
const roomTopic = (meetingId: string): string => `room.${meetingId}`;

interface Room {
	readonly members: Set<RoomMember>;
	readonly unsubscribe: () => void;
}

export type Rooms = ReturnType<typeof createRooms>;

/**
 * Creates the rooms of meetings: what participants tell each other. It is given to nobody but those who are admitted at
 * that moment, and a topic carries the messages of one meeting.
 */
export function createRooms({ bus, log }: { readonly bus: Bus; readonly log: Pick<Logger, "warn"> }) {
	const rooms = new Map<string, Room>();

	function tell(meetingId: string, message: RoomMessage): void {
		void bus.publish(roomTopic(meetingId), JSON.stringify(message));
	}

	/** Gives a message to a member if they are in the room now. */
	async function deliver(member: RoomMember, frames: readonly string[]): Promise<void> {
		try {
			const { participant, meeting } = await member.caller.current();
			if (participant?.id !== member.participantId || meeting.state !== "live") return;
			for (const frame of frames) member.send(frame);
		} catch (error) {
			log.warn("a live message could not be delivered", { error });
		}
	}

	function hear(meetingId: string, { to, from, frames, asks }: RoomMessage): void {
		const texts = frames.map((frame) => JSON.stringify(frame));
		const others: object[] = [];
		for (const member of rooms.get(meetingId)?.members ?? []) {
			if (member.participantId === from) continue;
			if (to === null || to === member.participantId) void deliver(member, texts);
			others.push(presenceOf(member, "present"));
		}
		if (asks && from !== null && others.length > 0) tell(meetingId, { to: from, from: null, frames: others });
	}

	const isElsewhere = (meetingId: string, member: RoomMember): boolean =>
		[...(rooms.get(meetingId)?.members ?? [])].some(
			(each) => each !== member && each.participantId === member.participantId,
		);

	return {
		/** Lets somebody in: they learn who is there, and the others of them. */
		join(member: RoomMember): void {
			const { meetingId } = member.caller;
			let room = rooms.get(meetingId);
			if (!room) {
				const unsubscribe = bus.subscribe(roomTopic(meetingId), (text) => hear(meetingId, JSON.parse(text)));
				room = { members: new Set(), unsubscribe };
				rooms.set(meetingId, room);
			}
			room.members.add(member);
			const frames = isElsewhere(meetingId, member) ? [] : [presenceOf(member, "joined")];
			tell(meetingId, { to: null, from: member.participantId, frames, asks: true });
		},

		/** Lets somebody out. */
		leave(member: RoomMember): void {
			const { meetingId } = member.caller;
			const room = rooms.get(meetingId);
			if (!room?.members.delete(member)) return;
			if (!isElsewhere(meetingId, member))
				tell(meetingId, { to: null, from: member.participantId, frames: [presenceOf(member, "left")] });
			if (room.members.size > 0) return;
			rooms.delete(meetingId);
			room.unsubscribe();
		},

		/** Tells the others how somebody shows themselves now. */
		show(member: RoomMember): void {
			const { meetingId } = member.caller;
			tell(meetingId, { to: null, from: member.participantId, frames: [presenceOf(member, "present")] });
		},

		/** Tells the others in the room something. */
		tellOthers(member: RoomMember, frame: object): void {
			tell(member.caller.meetingId, { to: null, from: member.participantId, frames: [frame] });
		},

		/** Tells one participant something. @throws `not_found` when they have no connection, as far as can be told */
		tellOne({ caller: { meetingId } }: RoomMember, to: string, frame: object): void {
			const isHere = [...(rooms.get(meetingId)?.members ?? [])].some(({ participantId }) => participantId === to);
			if (!isHere && !bus.shared) throw notConnected();
			tell(meetingId, { to, from: null, frames: [frame] });
		},

		/** Tells everybody in the room of a meeting something. */
		tellAll(meetingId: string, frame: object): void {
			tell(meetingId, { to: null, from: null, frames: [frame] });
		},
	};
}

const presenceOf = ({ participantId, name, shown }: RoomMember, state: "joined" | "present" | "left"): object => ({
	type: "presence",
	participantId,
	name,
	state,
	...shown,
});
