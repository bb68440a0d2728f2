import type { LiveMessage, RoomMedia } from "#client";

/** How sound and pictures go: from browser to browser, or through the media worker of the server. */
export type Via = RoomMedia["via"];

export type RoomSaid =
	| LiveMessage
	/** Whether anyone is shown the picture of this person; not all servers say so. */
	| { readonly type: "wanted"; readonly picture: boolean };
