import type { RoomLog, Visitor } from "#modules/meetings/attendance";
import { assertNotHeld, heldSince, rulesOf } from "#modules/meetings/meetings";
import type { Caller } from "./callers.ts";
import { contextOf } from "./context.ts";
import { camerasForHosts, messageTooLong, notInTheRoom, notRunning } from "./errors.ts";
import type { HostConnection, Hosts } from "./hosts.ts";
import type { MediaRooms } from "./media.ts";
import type { ChatSender, Standing } from "./ports.ts";
import type { Rooms } from "./room.ts";
import type { RoomMember } from "./room-member.ts";
import type { ClientMessage, Message } from "./schemas.ts";
import { MEDIA } from "./schemas.ts";
import { MAX_SIGNAL_BYTES, sendsVideo } from "./signals.ts";

/** A connection by which somebody may be in the room. */
export interface Speaker extends HostConnection {
	readonly connectionId: string;
	sendText(frame: string): void;
}

/** A message to others in the room. */
export type RoomMessage = Extract<ClientMessage, { type: "signal" | "presence" | "hand" | "chat" | "mute_request" }>;

interface ExchangesDeps {
	readonly rooms: Rooms;
	readonly media: MediaRooms;
	readonly chat: ChatSender;
	readonly attendance: Pick<RoomLog, "enter" | "exit">;
	readonly hosts: Hosts;
}

export type Exchanges = ReturnType<typeof createExchanges>;

/** Creates what participants exchange over their sockets. */
export function createExchanges({ rooms, media, chat, attendance, hosts }: ExchangesDeps) {
	const members = new Map<Speaker, RoomMember>();
	/** Those who run a meeting that is held: they enter once it is not. */
	const entering = new Map<Speaker, Promise<void>>();

	function leave(speaker: Speaker, isOver = false): void {
		const member = members.get(speaker);
		if (!member || !members.delete(speaker)) return;
		rooms.leave(member, isOver);
		attendance.exit(visitorOf(member));
	}

	/** Returns a speaker who is in the room now. @throws `forbidden` and the errors of `Callers.admit` */
	async function memberOf(speaker: Speaker): Promise<{ readonly member: RoomMember; readonly standing: Standing }> {
		const member = members.get(speaker);
		if (!member) throw notInTheRoom();
		const standing = await member.caller.current();
		if (standing.participant?.id !== member.participantId) throw notInTheRoom();
		return { member, standing };
	}

	/** Lets a host in once their coming has let the meeting go on: what others tell them at once would be refused before. */
	function enterLater(speaker: Speaker, caller: Caller, noted: Promise<void>): void {
		const entry = noted
			.then(() => caller.current())
			.then(
				() => undefined,
				// The connection is told by the next look.
				() => undefined,
			)
			.finally(() => entering.delete(speaker));
		entering.set(speaker, entry);
	}

	/** Passes a signal on: while somebody who runs the meeting is there, and a picture only where it may be seen. */
	function signal(member: RoomMember, standing: Standing, message: Message<"signal">): void {
		const { participantId: from, connectionId: fromConnection } = member;
		const { to, data } = message;
		if (Buffer.byteLength(JSON.stringify(data)) > MAX_SIGNAL_BYTES) throw messageTooLong(MAX_SIGNAL_BYTES);
		assertNotHeld(standing.meeting);
		if (to === MEDIA) {
			media.signal(member, rooms.wayOf(member), data);
			return;
		}
		const isForHosts = rulesOf(standing.meeting).camerasVisibleTo === "hosts" && !standing.canRun;
		if (isForHosts && !rooms.isRunBy(member, to) && sendsVideo(data)) throw camerasForHosts();
		rooms.tellOne(member, message, { type: "signal", from, fromConnection, data });
	}

	return {
		/** Lets somebody into the room or out of it, by what they may do now. */
		place(speaker: Speaker, caller: Caller, standing: Standing): void {
			const { participant, meeting } = standing;
			const isOver = meeting.state !== "live";
			if (participant === null || isOver) {
				hosts.leave(speaker);
				leave(speaker, isOver);
				return;
			}
			const noted = hosts.place(speaker, standing, caller.ip);
			const known = members.get(speaker);
			if (known?.participantId === participant.id) {
				rooms.update(known, participant, standing);
				return;
			}
			if (noted !== null && heldSince(meeting) !== null) {
				if (!entering.has(speaker)) enterLater(speaker, caller, noted);
				return;
			}
			leave(speaker);
			const member: RoomMember = {
				caller,
				connectionId: speaker.connectionId,
				participantId: participant.id,
				participant,
				meeting,
				canRun: standing.canRun,
				told: new Map(),
				turn: Promise.resolve(),
				send: (frame) => speaker.sendText(frame),
			};
			members.set(speaker, member);
			rooms.join(member);
			attendance.enter(visitorOf(member));
		},

		leave(speaker: Speaker): void {
			hosts.leave(speaker);
			leave(speaker);
		},

		/** Ends the connection of somebody to the media worker, whether or not their client answers the close of the socket. */
		cutMedia(speaker: Speaker): void {
			const member = members.get(speaker);
			if (member) media.leave(member);
		},

		/**
		 * Passes a message on.
		 * @throws `forbidden` for who is not in the room, or does not run the meeting; `payload_too_large` `not_found` `meeting_held`, and
		 * the errors of the chat
		 */
		async handle(speaker: Speaker, message: RoomMessage): Promise<void> {
			await entering.get(speaker);
			const { member, standing } = await memberOf(speaker);
			const { participantId: from } = member;
			switch (message.type) {
				case "signal":
					return signal(member, standing, message);
				case "presence": {
					const { audio, video, screen } = message;
					return rooms.show(member, {
						...(audio !== undefined && { audio }),
						...(video !== undefined && { video }),
						...(screen !== undefined && { screen }),
					});
				}
				case "hand":
					return rooms.show(member, { hand: message.raised });
				case "mute_request":
					if (!standing.canRun) throw notRunning();
					return rooms.tellOne(member, { to: message.to }, { type: "mute_request", from });
				case "chat":
					// Whoever hears of the message, this socket included, hears of it as it was stored.
					await chat.send(contextOf(standing, member.caller.ip), standing.meeting.id, { text: message.text });
			}
		},
	};
}

const visitorOf = ({ participantId, meeting: { orgId, id: meetingId, kind } }: RoomMember): Visitor => ({
	orgId,
	meetingId,
	kind,
	participantId,
});
