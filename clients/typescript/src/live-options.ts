import type { LivePosition } from "./live-messages.ts";

/** Options of `connectLive`. */
export interface LiveOptions {
	readonly meetingId: string;
	/** Secret of a captions link of the meeting, by which somebody without a token reads. */
	readonly captionLink?: string;
	/** `publish`: sends audio as well. Default `subscribe`. */
	readonly role?: "publish" | "subscribe";
	/** From where captions are read: from now on (default), from the beginning, or after the last message of an earlier one. */
	readonly from?: "now" | "beginning" | LivePosition;
	/** Whether partials are sent; default true. */
	readonly interim?: boolean;
	/** Languages of the translations that are sent. */
	readonly translateTo?: readonly string[];
	/** Spoken language, BCP 47; default: that of the meeting. */
	readonly language?: string;
	/** Called when it is connected, and when the connection is lost. */
	readonly onConnection?: (isConnected: boolean) => void;
	/** Ends it. */
	readonly signal?: AbortSignal;
	/** Constructor of sockets; default: that of the runtime. Node has one from version 22; for 20, pass that of the package `ws`. */
	readonly webSocket?: new (
		url: string,
		protocols: string[],
	) => WebSocket;
}
