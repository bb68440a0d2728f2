import { rulesOf } from "#modules/meetings/meetings";
import type { RoomMedia, RoomState } from "./media.ts";
import type { ToldFacts } from "./room-facts.ts";
import type { RoomMember } from "./room-member.ts";
import type { RoomWatch } from "./room-watch.ts";
import type { Roster } from "./roster.ts";

/** A connection whose person may be back in a moment. */
export interface Lost {
	readonly member: RoomMember;
	/** By the steady clock. */
	readonly untilMs: number;
}

/** The room of a meeting, as this instance knows it. */
export interface Room {
	readonly meetingId: string;
	readonly roster: Roster;
	readonly members: Set<RoomMember>;
	/** By connection. */
	readonly lost: Map<string, Lost>;
	readonly unsubscribe: () => void;
	readonly watch: RoomWatch;
	readonly media: RoomMedia;
	repeatedAtMs: number;
}

/** Returns what a room is told; null: it was not read yet. */
export const factsOf = ({ watch, media: { way } }: Room): ToldFacts | null =>
	watch.facts && { ...watch.facts, media: way };

/** Returns what decides how sound and pictures of a room go. */
export function stateOf({ roster, members, lost, watch }: Room): RoomState {
	const here = new Set([...members].map(({ connectionId }) => connectionId));
	const [member] = members;
	return {
		people: roster.size,
		isWhole: roster.connectionIds().every((id) => here.has(id) || lost.has(id)),
		isAllowed: watch.facts?.mayPassThroughServer === true,
		rules: {
			isHeld: watch.facts?.hold?.state === "held",
			camerasForHosts: member !== undefined && rulesOf(member.meeting).camerasVisibleTo === "hosts",
		},
	};
}
