import type { LiveMessage } from "#client";

/** How sound and pictures go: from browser to browser, or through the media worker of the server. */
export type Via = "mesh" | "worker";

/** A line of the worker, by the `mid` of its transceiver, and who is on it now. */
export interface MediaLine {
	readonly mid: string;
	readonly participantId: string | null;
}

/** What the server says of the way of sound and pictures. */
type MediaMessage =
	| { readonly type: "media"; readonly via: Via }
	| { readonly type: "lines"; readonly lines: readonly MediaLine[] }
	/** Whether anyone is shown the picture of this person. */
	| { readonly type: "wanted"; readonly picture: boolean };

/** The snapshot, with what servers without a worker leave out. */
interface Snapshot extends Extract<LiveMessage, { type: "room" }> {
	readonly media?: { readonly via: Via; readonly throughServer: boolean };
	readonly you: Extract<LiveMessage, { type: "room" }>["you"] & { readonly screen?: boolean | null };
}

export type RoomSaid = Exclude<LiveMessage, { type: "room" }> | Snapshot | MediaMessage;
