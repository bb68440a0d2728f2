import type { RoomMedia } from "#client";

/** How sound and pictures go: from browser to browser, or through the media worker of the server. */
export type Via = RoomMedia["via"];
