import type { MeetingRow, ParticipantRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Logger } from "#kernel/logger";
import type { Core } from "#platform/module";
import { notConnected } from "./errors.ts";
import type { MediaRooms } from "./media.ts";
import { factsOf, type Lost, type Room, stateOf } from "./open-room.ts";
import type { Departure, Standing } from "./ports.ts";
import { newsFor, type RoomWay, toldNow } from "./room-facts.ts";
import type { RoomMember } from "./room-member.ts";
import type { Recipient, RoomMessage } from "./room-messages.ts";
import type { RoomWatches } from "./room-watch.ts";
import { type ConnectionKey, type Notice, type Presence, presenceFrame, Roster, type Shown } from "./roster.ts";
import { isShownOtherwise, roomFrame } from "./snapshot.ts";

/** How long a person whose connections were lost is waited for, in ms. */
const LOST_MS = 10_000;
/** How often instances repeat who is connected to them, in ms: a message may be lost. */
const REPEAT_MS = 5_000;
/** Silence after which the connections of another instance are lost, in ms. */
const SILENT_MS = 15_000;

export interface RoomsDeps extends Pick<Core, "bus" | "clock" | "steadyMs"> {
	readonly watches: RoomWatches;
	readonly media: MediaRooms;
	readonly log: Pick<Logger, "warn">;
}

export type Rooms = ReturnType<typeof createRooms>;

/**
 * Creates the rooms of meetings: who is there, and what participants tell each other. It is given to nobody but those who are
 * admitted at that moment, and a topic carries the messages of one meeting. Each instance concludes from what it hears who has
 * come and gone, and tells its own people.
 */
export function createRooms({ bus, clock, steadyMs, watches, media, log }: RoomsDeps) {
	const rooms = new Map<string, Room>();
	let lookedAtMs = steadyMs();

	const publish = (meetingId: string, message: RoomMessage): void =>
		bus.publish(`people.${meetingId}`, JSON.stringify(message));

	/** Gives messages to a member if they are in the room now, after those before. @param framesFor what they may do then */
	function deliver(member: RoomMember, framesFor: (standing: Standing) => readonly object[]): void {
		member.turn = member.turn.then(async () => {
			try {
				const standing = await member.caller.current();
				const { participant, meeting } = standing;
				if (participant?.id !== member.participantId || meeting.state !== "live") return;
				for (const frame of framesFor(standing)) member.send(JSON.stringify(frame));
			} catch (error) {
				if (error instanceof AppError && error.meta?.reason === "meeting_over") return;
				log.warn("a live message could not be delivered", { error });
			}
		});
	}

	function give({ members }: Room, frame: object, { to, toConnection, butNot }: Recipient): void {
		for (const member of members) {
			const { participantId, connectionId } = member;
			if (participantId === butNot || (to !== null && participantId !== to)) continue;
			if (toConnection === undefined || connectionId === toConnection) deliver(member, () => [frame]);
		}
	}

	const notify = (room: Room, notice: Notice, about: string): void => {
		if (notice) give(room, notice, { to: null, butNot: about });
	};

	const presenceOf = (room: Room, { connectionId, participant, canRun }: RoomMember, isLost = false): Presence => {
		const { id: participantId, name, role, joinedAtMs } = participant;
		const joinedAt = joinedAtMs === null ? null : rfc3339(joinedAtMs);
		return { participantId, connectionId, name, role, canRun, joinedAt, ...room.roster.shownOf(participantId), isLost };
	};

	/** Tells all instances who is connected to this one. */
	function repeat(room: Room): void {
		room.repeatedAtMs = steadyMs();
		const here = [...room.members].map((member) => presenceOf(room, member));
		const lost = [...room.lost.values()].map(({ member }) => presenceOf(room, member, true));
		if (here.length + lost.length > 0) publish(room.meetingId, { t: "see", presences: [...here, ...lost] });
	}

	const see = (room: Room, member: RoomMember, more: { isNew?: true; isLost?: boolean } = {}): void => {
		const { isLost, ...rest } = more;
		publish(room.meetingId, { t: "see", presences: [presenceOf(room, member, isLost)], ...rest });
	};

	/** Notes that a connection is gone. Those of its person that are lost do not keep them once they have left. */
	function hearOfLoss(room: Room, message: Extract<RoomMessage, { t: "lose" }>): void {
		const { roster, lost } = room;
		notify(room, roster.lose(message, message.reason), message.participantId);
		if (roster.find(message.participantId)) return;
		for (const { member } of lost.values())
			if (member.participantId === message.participantId) lose(room, member, message.reason);
	}

	function tellNews(room: Room): void {
		for (const member of room.members) deliver(member, ({ canRun }) => newsFor(member.told, factsOf(room), canRun));
	}

	const decideWay = (room: Room): void => room.media.refresh(stateOf(room));

	function hear(room: Room, message: RoomMessage): void {
		listen(room, message);
		if (message.t === "see" || message.t === "lose") decideWay(room);
	}

	function listen(room: Room, message: RoomMessage): void {
		if (message.t === "tell") give(room, message.frame, message);
		else if (message.t === "ask") repeat(room);
		else if (message.t === "look") room.watch.refresh();
		else if (message.t === "see")
			for (const presence of message.presences)
				notify(room, room.roster.see(presence, message.isNew === true, steadyMs()), presence.participantId);
		else hearOfLoss(room, message);
	}

	function open(meeting: MeetingRow): Room {
		const { id: meetingId } = meeting;
		const room: Room = {
			meetingId,
			roster: new Roster(),
			members: new Set(),
			lost: new Map(),
			unsubscribe: bus.subscribe(`people.${meetingId}`, (text) => hear(room, JSON.parse(text))),
			watch: watches.open(meeting, () => {
				decideWay(room);
				tellNews(room);
			}),
			media: media.open(
				meetingId,
				() => tellNews(room),
				() => decideWay(room),
			),
			repeatedAtMs: steadyMs(),
		};
		rooms.set(meetingId, room);
		if (bus.shared) publish(meetingId, { t: "ask" });
		return room;
	}

	function closeIfEmpty({ meetingId, members, lost, unsubscribe, watch, media: ofRoom }: Room): void {
		if (members.size + lost.size > 0) return;
		rooms.delete(meetingId);
		unsubscribe();
		watch.close();
		ofRoom.close();
	}

	function lose(room: Room, { participantId, connectionId }: ConnectionKey, reason: Departure | "lost"): void {
		room.lost.delete(connectionId);
		publish(room.meetingId, { t: "lose", participantId, connectionId, reason });
		closeIfEmpty(room);
	}

	/** Finds out why a connection was lost, unless its person is back by it. @param otherwise the reason if there is no other yet */
	async function settle(room: Room, lost: Lost, otherwise: "lost" | null): Promise<void> {
		const reason = (await lost.member.caller.departure()) ?? otherwise;
		if (reason !== null && room.lost.get(lost.member.connectionId) === lost) lose(room, lost.member, reason);
	}

	/** Sends a member what the room is like, with what the server tells them at that moment, and other messages. */
	function describe(room: Room, member: RoomMember, others: readonly object[]): void {
		const { roster } = room;
		const { participantId, connectionId, meeting, told } = member;
		const you = roster.find(participantId);
		if (!you) return;
		const view = { you: { ...you, connectionId }, people: roster.others(participantId), meeting };
		deliver(member, ({ canRun }) => [roomFrame({ ...view, facts: toldNow(told, factsOf(room), canRun) }), ...others]);
	}

	/** Returns the room that a member is in. */
	const roomOf = ({ meeting }: RoomMember): Room => rooms.get(meeting.id) ?? open(meeting);

	return {
		/** Lets somebody in: they learn who is there, and the others of them. */
		join(member: RoomMember): void {
			const room = roomOf(member);
			room.lost.delete(member.connectionId);
			room.members.add(member);
			see(room, member, { isNew: true });
			const present = room.roster.others(member.participantId).map((person) => presenceFrame(person, "present"));
			member.turn = member.turn.then(() => room.watch.ready).then(() => decideWay(room));
			describe(room, member, present);
		},

		/** Notes what others see of a member now, and what they see of their meeting. @param standing as it was just read */
		update(member: RoomMember, participant: ParticipantRow, standing: Standing): void {
			const room = roomOf(member);
			const { meeting, canRun } = standing;
			const { name, role } = member.participant;
			const isPromoted = member.canRun !== canRun;
			const isOther = isShownOtherwise(member.meeting, meeting);
			Object.assign(member, { participant, meeting, canRun });
			if (name !== participant.name || role !== participant.role || isPromoted) see(room, member);
			media.note(member, room.roster.shownOf(participant.id).shown.screen === true);
			if (isOther) {
				decideWay(room);
				describe(room, member, []);
			}
			// What they may do is not asked for again: where changes are not heard of, that would read it, and end up here.
			member.turn = member.turn.then(() => {
				if (!room.members.has(member)) return;
				const news = newsFor(member.told, factsOf(room), standing.canRun);
				for (const frame of news) member.send(JSON.stringify(frame));
			});
		},

		/** Lets somebody out. They are waited for, unless they have left for good or the meeting is over. */
		leave(member: RoomMember, isOver: boolean): void {
			const room = rooms.get(member.caller.meetingId);
			if (!room?.members.delete(member)) return;
			media.leave(member);
			if (isOver) {
				lose(room, member, "lost");
				return;
			}
			const lost = { member, untilMs: steadyMs() + LOST_MS };
			room.lost.set(member.connectionId, lost);
			see(room, member, { isLost: true });
			void settle(room, lost, null);
		},

		/** Tells the others how somebody shows themselves now. */
		show(member: RoomMember, changed: Partial<Shown>): void {
			const room = roomOf(member);
			const { shown, shownAtMs } = room.roster.shownOf(member.participantId);
			media.note(member, (changed.screen ?? shown.screen) === true);
			const now = { shown: { ...shown, ...changed }, shownAtMs: Math.max(clock.nowMs(), shownAtMs + 1) };
			publish(room.meetingId, { t: "see", presences: [{ ...presenceOf(room, member), ...now }] });
		},

		/** How sound and pictures of a member's room go, and whether the member shares a screen. */
		wayOf(member: RoomMember): Pick<RoomWay, "via"> & { readonly sharesScreen: boolean } {
			const { media: ofRoom, roster } = roomOf(member);
			return {
				via: ofRoom.way?.via ?? "mesh",
				sharesScreen: roster.shownOf(member.participantId).shown.screen === true,
			};
		},

		/** Whether a participant runs the meeting, as far as is known here. */
		isRunBy: (member: RoomMember, participantId: string): boolean =>
			roomOf(member).roster.find(participantId)?.canRun === true,

		/** Tells one participant something. @throws `not_found` when they have no connection, as far as can be told */
		tellOne(
			member: RoomMember,
			{ to, toConnection }: { to: string; toConnection?: string | undefined },
			frame: object,
		) {
			const { roster, meetingId } = roomOf(member);
			if (!bus.shared && !roster.isReached(to, toConnection)) throw notConnected();
			publish(meetingId, { t: "tell", to, ...(toConnection !== undefined && { toConnection }), frame });
		},

		/** Tells everybody in the room of a meeting something. */
		tellAll(meetingId: string, frame: object): void {
			publish(meetingId, { t: "tell", to: null, frame });
		},

		/** Has the room of a meeting told what has changed of what the server tells it. */
		refresh(meetingId: string): void {
			publish(meetingId, { t: "look" });
		},

		/** Gives up those who were waited for in vain, and what other instances no longer speak of. */
		async look(): Promise<void> {
			const nowMs = steadyMs();
			const all = [...rooms.values()];
			// Silence means nothing where nothing could be heard.
			const isDeaf = !bus.isConnected || nowMs - lookedAtMs > REPEAT_MS;
			lookedAtMs = nowMs;
			for (const room of all) decideWay(room);
			for (const room of bus.shared ? all : []) {
				if (nowMs - room.repeatedAtMs >= REPEAT_MS) repeat(room);
				if (isDeaf) room.roster.renew(nowMs);
				for (const gone of room.roster.unheardFor(SILENT_MS, nowMs))
					notify(room, room.roster.lose(gone, "lost"), gone.participantId);
			}
			const due = all.flatMap((room) =>
				[...room.lost.values()].filter(({ untilMs }) => untilMs <= nowMs).map((lost) => settle(room, lost, "lost")),
			);
			await Promise.all([...due, watches.look()]);
		},
	};
}
