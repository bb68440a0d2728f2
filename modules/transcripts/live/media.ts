import { randomUUID } from "node:crypto";
import { AppError } from "#kernel/errors";
import type { ForwardedRole, ForwarderListener, MediaForwarder, RoomRules } from "#modules/meetings/forwarding";
import type { Core } from "#platform/module";
import { mediaBusy, mediaFull, mediaIsMesh, mediaShareTaken } from "./errors.ts";
import type { RoomWay } from "./room-facts.ts";
import type { RoomMember } from "./room-member.ts";
import type { Message } from "./schemas.ts";

/** A room with more people goes through the media worker, and stays there until it has had at most so many for a while. */
const MESH_PEOPLE = 8;
const FEW_PEOPLE = 6;
const FEW_FOR_MS = 30_000;
/** How long the worker forwards on while the browsers of a room call each other, in ms. */
const LINGER_MS = 8_000;
/** Connections to the worker of one room. */
const MAX_CONNECTIONS = 60;
/** Offers that a connection may ask for at once, and how long it takes until one more. */
const BURST = 5;
const NEXT_OFFER_MS = 2_000;

/** What decides how sound and pictures of a room go. */
export interface RoomState {
	/** People who are connected, or were a moment ago. */
	readonly people: number;
	/** Whether all of their connections are to this instance. */
	readonly isWhole: boolean;
	/** Whether the organization lets them pass through the server. */
	readonly isAllowed: boolean;
	readonly rules: RoomRules;
}

/** How sound and pictures of one room go. */
export interface RoomMedia {
	/** Null: there is no media worker. */
	readonly way: RoomWay | null;
	/** Decides it again; to be called whenever something of the state may have changed, and once a second. */
	refresh(state: RoomState): void;
	close(): void;
}

/** A connection of a member to the worker. */
interface Forwarded {
	/** Names it in signals, and at the worker. */
	readonly id: string;
	/** Names the browser's side. */
	readonly page: string;
	readonly member: RoomMember;
	readonly giveBack: () => void;
	isAnswered: boolean;
	role: ForwardedRole;
}

export interface MediaRoomsDeps extends Pick<Core, "steadyMs" | "connections"> {
	/** Null: none is configured. */
	readonly forwarder: MediaForwarder | null;
}

export type MediaRooms = ReturnType<typeof createMediaRooms>;

/** Creates what decides which rooms go through the media worker, and connects their members to it. */
export function createMediaRooms({ forwarder, steadyMs, connections }: MediaRoomsDeps) {
	const byId = new Map<string, Forwarded>();
	const byMember = new Map<RoomMember, Forwarded>();
	/** Of the rooms that go through the worker. */
	const counts = new Map<string, number>();
	/** When a member has used up their offers, by the steady clock. */
	const askedAtMs = new WeakMap<RoomMember, number>();
	const open = new Map<string, { readonly onWorker: () => void }>();

	function forget(forwarded: Forwarded): void {
		const { id, member, giveBack } = forwarded;
		if (!byId.delete(id)) return;
		byMember.delete(member);
		giveBack();
		const { id: meetingId } = member.meeting;
		counts.set(meetingId, (counts.get(meetingId) ?? 1) - 1);
	}

	function leave(member: RoomMember): void {
		const forwarded = byMember.get(member);
		if (!forwarded) return;
		forget(forwarded);
		forwarder?.close(forwarded.id);
	}

	const sendSignal = ({ id, page, member }: Forwarded, signal: object): void =>
		member.send(
			JSON.stringify({ type: "signal", from: "media", fromConnection: null, data: { page: id, for: page, signal } }),
		);

	/** Counts an offer. @throws `unavailable` for too many */
	function assertPatient(member: RoomMember): void {
		const nowMs = steadyMs();
		const usedUpMs =
			Math.max(askedAtMs.get(member) ?? Number.NEGATIVE_INFINITY, nowMs - BURST * NEXT_OFFER_MS) + NEXT_OFFER_MS;
		if (usedUpMs > nowMs) throw mediaBusy();
		askedAtMs.set(member, usedUpMs);
	}

	/** Takes a connection of the shares. @throws `unavailable`, since a refusal here must not end the live connection */
	function take({ meeting: { orgId, id: meetingId } }: RoomMember): () => void {
		try {
			return connections.take({ caller: null, orgId, meetingId });
		} catch (error) {
			if (!(error instanceof AppError)) throw error;
			throw mediaShareTaken(error);
		}
	}

	function join(member: RoomMember, page: string, sharesScreen: boolean): void {
		const { meeting, participantId, canRun } = member;
		const role = { canRun, sharesScreen };
		assertPatient(member);
		leave(member);
		const count = counts.get(meeting.id) ?? 0;
		if (count >= MAX_CONNECTIONS) throw mediaFull(MAX_CONNECTIONS);
		const forwarded = { id: randomUUID(), page, member, giveBack: take(member), isAnswered: false, role };
		byId.set(forwarded.id, forwarded);
		byMember.set(member, forwarded);
		counts.set(meeting.id, count + 1);
		forwarder?.open({ id: forwarded.id, roomId: meeting.id, participantId, ...role });
	}

	const listener: ForwarderListener = {
		changed() {
			for (const { onWorker } of [...open.values()]) onWorker();
		},
		offered(id, sdp) {
			const forwarded = byId.get(id);
			if (forwarded) sendSignal(forwarded, { description: { type: "offer", sdp } });
		},
		shown(id, lines) {
			byId.get(id)?.member.send(JSON.stringify({ type: "lines", lines }));
		},
		wanted(id, picture) {
			byId.get(id)?.member.send(JSON.stringify({ type: "wanted", picture }));
		},
		ended(id) {
			const forwarded = byId.get(id);
			if (forwarded) forget(forwarded);
		},
	};

	/** Decides how a room goes. @param before as it goes now @param fewSinceMs since when it has few people */
	function viaOf(
		{ people, isWhole, isAllowed }: RoomState,
		before: RoomWay["via"],
		fewSinceMs: number,
	): RoomWay["via"] {
		if (!forwarder?.isAlive || !isAllowed || !isWhole) return "mesh";
		if (before === "mesh") return people > MESH_PEOPLE ? "worker" : "mesh";
		return people > FEW_PEOPLE || steadyMs() - fewSinceMs < FEW_FOR_MS ? "worker" : "mesh";
	}

	return {
		listener,

		/** Opens the media of a room. @param onChange called when it goes another way @param onWorker called when the worker has started or ended */
		open(meetingId: string, onChange: () => void, onWorker: () => void): RoomMedia {
			let way: RoomWay = { via: "mesh", throughServer: false };
			let fewSinceMs = steadyMs();
			let rules: RoomRules | null = null;
			/** When the worker's part ends after the room has become a mesh; null: it is none, or nothing is left. */
			let endsAtMs: number | null = null;
			open.set(meetingId, { onWorker });

			function end(): void {
				rules = null;
				endsAtMs = null;
				for (const { member } of [...byId.values()]) if (member.meeting.id === meetingId) leave(member);
				counts.delete(meetingId);
				forwarder?.closeRoom(meetingId);
			}

			/** Whether the worker's part of a room that has become a mesh ends now. */
			const isOver = ({ isAllowed, isWhole }: RoomState, atMs: number): boolean =>
				!isAllowed || !isWhole || forwarder?.isAlive !== true || steadyMs() >= atMs;

			/** Has the worker do its part: all of it, or for a while longer. */
			function serve(via: RoomWay["via"], state: RoomState): void {
				if (via === "worker") endsAtMs = null;
				else if (way.via === "worker") endsAtMs = steadyMs() + LINGER_MS;
				if (endsAtMs !== null && isOver(state, endsAtMs)) end();
				if ((via === "mesh" && endsAtMs === null) || Bun.deepEquals(rules, state.rules)) return;
				rules = state.rules;
				forwarder?.setRoom(meetingId, rules);
			}

			return {
				get way() {
					return forwarder && way;
				},
				refresh(state) {
					if (state.people > FEW_PEOPLE) fewSinceMs = steadyMs();
					const via = viaOf(state, way.via, fewSinceMs);
					const throughServer = forwarder?.isPossible === true && state.isAllowed;
					const isOther = via !== way.via || throughServer !== way.throughServer;
					serve(via, state);
					way = { via, throughServer };
					if (isOther) onChange();
				},
				close() {
					open.delete(meetingId);
					end();
				},
			};
		},

		/** Notes whether a member runs the meeting now, and shares a screen. */
		note(member: RoomMember, sharesScreen: boolean): void {
			const forwarded = byMember.get(member);
			const role = { canRun: member.canRun, sharesScreen };
			if (!forwarded || Bun.deepEquals(forwarded.role, role)) return;
			forwarded.role = role;
			forwarder?.note(forwarded.id, role);
		},

		/** Ends the connection of a member to the worker. */
		leave,

		/**
		 * Takes a signal of a member for the worker: `hello` asks for an offer. Candidates are ignored, since the worker learns them from
		 * the browser's checks.
		 * @throws `state_conflict` while the room is a mesh, `unavailable` when it is full or asked too often
		 */
		signal(
			member: RoomMember,
			{ via, sharesScreen }: { readonly via: RoomWay["via"]; readonly sharesScreen: boolean },
			{ page, for: recipient, signal }: Message<"signal">["data"],
		): void {
			if (via !== "worker") throw mediaIsMesh();
			if (signal.hello) join(member, page, sharesScreen);
			const forwarded = byMember.get(member);
			if (!forwarded || forwarded.id !== recipient || forwarded.page !== page || forwarded.isAnswered) return;
			if (signal.description?.type !== "answer") return;
			forwarded.isAnswered = true;
			forwarder?.answer(forwarded.id, signal.description.sdp);
		},
	};
}
