import type { MediaPath } from "./media-path.ts";
import type { Other } from "./mesh.ts";

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
	/** What is seen of them. */
	readonly tracks: Readonly<Record<"picture" | "screen", MediaStreamTrack | null>>;
}

/** Returns the others as they are shown. */
export const peopleOf = (path: MediaPath): readonly Person[] =>
	[...path.mesh.others.values()].filter(({ name }) => name !== "").map((other) => personOf(other, path));

function personOf(other: Other, path: MediaPath): Person {
	const { id, name, role, audio, video, hand, isPresent } = other;
	return {
		id,
		name,
		isHost: role === "host",
		isGuest: role === "guest",
		isMuted: audio === false,
		hasPicture: video === true,
		hand,
		link: path.stateOf(other),
		isPresent,
		tracks: { picture: path.received(other, "picture"), screen: path.received(other, "screen") },
	};
}
