import type { Client } from "#client";
import type { LiveEnding } from "./live-socket.ts";
import type { Media } from "./media.ts";
import type { CaptionFault, OwnSpeechOptions } from "./own-speech.ts";
import type { Person } from "./person.ts";
import type { Via } from "./via.ts";

/** What the room is at this moment. */
export interface RoomState {
	/** Without a connection to the server. Sound and picture go on. */
	readonly isOffline: boolean;
	/** All others. */
	readonly people: readonly Person[];
	/** Everything that is heard of them. */
	readonly sounds: readonly MediaStreamTrack[];
	/** How sound and pictures go. */
	readonly via: Via;
	/** They are to go through the server, and its media worker is not reached. */
	readonly isWorkerMissed: boolean;
	/** Whether the person runs the meeting. */
	readonly canRun: boolean;
	readonly captionFault: CaptionFault;
	readonly hand: boolean;
	/** The pictures of others are given up, since the machine is too slow for them. */
	readonly arePicturesOff: boolean;
	/** The browser holds sound back until something is clicked. */
	readonly isHeldBack: boolean;
	/** Null: the person is in the room. */
	readonly ending: LiveEnding | "left" | "ended" | "moved" | null;
}

export interface RoomOptions extends Pick<OwnSpeechOptions, "isCaptioned" | "isRecorded" | "beginTrack"> {
	readonly api: Client;
	readonly meetingId: string;
	readonly you: { readonly id: string; readonly name: string };
	readonly canRun: boolean;
	readonly media: Media;
	/** Whether the meeting has live captions at first; from then on, the server says so. */
	readonly hasCaptions: boolean;
	readonly translateTo: readonly string[];
}

export const START: RoomState = {
	isOffline: false,
	people: [],
	sounds: [],
	via: "mesh",
	isWorkerMissed: false,
	canRun: false,
	captionFault: null,
	hand: false,
	arePicturesOff: false,
	isHeldBack: false,
	ending: null,
};
