import type { components } from "./generated/operations.ts";

/** A segment of the transcript, as it was said. */
export type LiveSegment = components["schemas"]["Segment"];

/** A segment that may still change. */
export interface PartialSegment extends Pick<LiveSegment, "id" | "startMs" | "endMs" | "text" | "language" | "source"> {
	/** Null before the first final of the meeting. */
	readonly transcriptId: string | null;
	/** Null where it is unknown. */
	readonly speaker: {
		readonly id: string | null;
		readonly participantId: string | null;
		readonly label: string;
	} | null;
	readonly final: false;
}

/** A message of the room, from another participant. */
export type RoomMessage = {
	readonly type: "signal" | "presence" | "hand" | "chat" | "mute_request";
	readonly from?: string;
	readonly participantId?: string;
} & Readonly<Record<string, unknown>>;

/** A message of the server, as `docs/live-captions.md` describes it. */
export type LiveMessage =
	| { readonly type: "ready"; readonly sessionId: string; readonly lastSeq: number }
	| { readonly type: "status"; readonly state: "live" | "behind" | "paused" }
	| { readonly type: "ack"; readonly audioMs: number }
	| { readonly type: "partial"; readonly seq: number; readonly segment: PartialSegment }
	| { readonly type: "final"; readonly seq: number; readonly segment: LiveSegment }
	| {
			readonly type: "translation";
			readonly seq: number;
			readonly segmentId: string;
			readonly language: string;
			readonly text: string;
	  }
	| { readonly type: "closed"; readonly transcriptId: string | null; readonly segments: number }
	| { readonly type: "error"; readonly code: string; readonly retryable: boolean; readonly message: string }
	| RoomMessage;

/** What a client tells the room, or the server about its audio. */
export type OutgoingMessage =
	| { readonly type: "finalize" | "keepalive" }
	| { readonly type: "signal"; readonly to: string; readonly data: unknown }
	| { readonly type: "presence"; readonly audio?: boolean; readonly video?: boolean }
	| { readonly type: "hand"; readonly raised: boolean }
	| { readonly type: "chat"; readonly text: string }
	| { readonly type: "mute_request"; readonly to: string };

/** Where a reader is: after everything up to this number. */
export interface LivePosition {
	readonly sessionId: string;
	readonly lastSeq: number;
}
