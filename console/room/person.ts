import type { Other } from "./mesh.ts";
import type { Slot } from "./peer.ts";

/** Another one in the room, as they are shown. */
export interface Person {
	readonly id: string;
	readonly name: string;
	readonly isHost: boolean;
	/** Whether they are without an account: guests cannot be hosts. */
	readonly isGuest: boolean;
	readonly isMuted: boolean;
	readonly hasPicture: boolean;
	readonly hand: boolean;
	readonly link: RTCPeerConnectionState;
	/** False: their socket is gone, and they may be on their way back. */
	readonly isPresent: boolean;
	readonly tracks: Readonly<Record<Slot, MediaStreamTrack | null>>;
}

/** Returns the others as they are shown. */
export const peopleOf = (others: Iterable<Other>): readonly Person[] =>
	[...others].filter(({ name }) => name !== "").map(personOf);

function personOf({ id, name, role, audio, video, hand, isPresent, peer }: Other): Person {
	const track = (slot: Slot) => peer?.received(slot) ?? null;
	return {
		id,
		name,
		isHost: role === "host",
		isGuest: role === "guest",
		isMuted: audio === false,
		hasPicture: video === true,
		hand,
		link: peer?.state ?? "new",
		isPresent,
		tracks: {
			voice: track("voice"),
			picture: track("picture"),
			screen: track("screen"),
			screenSound: track("screenSound"),
		},
	};
}
