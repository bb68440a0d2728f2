import type { RequestContext } from "#kernel/request-context";
import { newRequestId } from "#kernel/request-id";
import type { RoomLog, Visitor } from "#modules/meetings/attendance";
import { assertMayListen, type Caller } from "./callers.ts";
import { messageTooLong, notInTheRoom, notRunning } from "./errors.ts";
import type { ChatSender, Standing } from "./ports.ts";
import type { RoomMember, Rooms } from "./room.ts";
import type { ClientMessage } from "./schemas.ts";

/** Longest `data` of a signal in bytes, as JSON. */
const MAX_SIGNAL_BYTES = 32 * 1024;

/** A connection by which somebody may be in the room. */
export interface Speaker {
	readonly connectionId: string;
	sendText(frame: string): void;
}

/** A message to others in the room. */
export type RoomMessage = Extract<ClientMessage, { type: "signal" | "presence" | "hand" | "chat" | "mute_request" }>;

export type Exchanges = ReturnType<typeof createExchanges>;

export interface ExchangesDeps {
	readonly rooms: Rooms;
	readonly chat: ChatSender;
	readonly attendance: Pick<RoomLog, "enter" | "exit">;
}

/** Creates what participants exchange over their sockets. */
export function createExchanges({ rooms, chat, attendance }: ExchangesDeps) {
	const members = new Map<Speaker, RoomMember>();

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

	return {
		/** Lets somebody into the room or out of it, by what they may do now. */
		place(speaker: Speaker, caller: Caller, standing: Standing): void {
			const { participant, meeting } = standing;
			const isOver = meeting.state !== "live";
			if (participant === null || isOver) {
				leave(speaker, isOver);
				return;
			}
			const known = members.get(speaker);
			if (known?.participantId === participant.id) {
				rooms.update(known, participant, standing);
				return;
			}
			leave(speaker);
			const member: RoomMember = {
				caller,
				connectionId: speaker.connectionId,
				participantId: participant.id,
				participant,
				meeting,
				told: new Map(),
				turn: Promise.resolve(),
				send: (frame) => speaker.sendText(frame),
			};
			members.set(speaker, member);
			rooms.join(member);
			attendance.enter(visitorOf(member));
		},

		leave: (speaker: Speaker): void => leave(speaker),

		/**
		 * Passes a message on.
		 * @throws `forbidden` for who is not in the room, or does not run the meeting; `payload_too_large` `not_found`, and
		 * the errors of the chat
		 */
		async handle(speaker: Speaker, message: RoomMessage): Promise<void> {
			const { member, standing } = await memberOf(speaker);
			const { participantId: from, connectionId: fromConnection } = member;
			switch (message.type) {
				case "signal":
					if (Buffer.byteLength(JSON.stringify(message.data)) > MAX_SIGNAL_BYTES)
						throw messageTooLong(MAX_SIGNAL_BYTES);
					return rooms.tellOne(member, message, { type: "signal", from, fromConnection, data: message.data });
				case "presence": {
					const { audio, video } = message;
					return rooms.show(member, { ...(audio !== undefined && { audio }), ...(video !== undefined && { video }) });
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

/** Returns the context of what somebody does by a connection. */
export const contextOf = ({ principal }: Standing, ip: string | null): RequestContext => ({
	principal,
	requestId: newRequestId(),
	ip,
	userAgent: null,
	idempotency: null,
	ifMatch: null,
	tenant: null,
	authorize: assertMayListen,
	signal: null,
});
