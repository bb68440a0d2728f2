import type { LiveMessage, RoomMedia } from "#client";

/** How sound and pictures go: from browser to browser, or through the media worker of the server. */
export type Via = RoomMedia["via"];

/** The snapshot. */
type Room = Extract<LiveMessage, { type: "room" }>;

/** What servers may say of pictures, and not all do. */
export type RoomSaid =
	| Exclude<LiveMessage, { type: "room" }>
	/** `screen`: whether the picture of a person is that of a screen. */
	| (Room & { readonly you: Room["you"] & { readonly screen?: boolean | null } })
	/** Whether anyone is shown the picture of this person. */
	| { readonly type: "wanted"; readonly picture: boolean };
