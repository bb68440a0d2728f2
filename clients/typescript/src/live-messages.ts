import type { components } from "./generated/operations.ts";

/** A segment of the transcript, as it was said. */
export type LiveSegment = components["schemas"]["Segment"];

/** With what a connection is opened. */
export type LiveAccess = components["schemas"]["LiveAccess"];

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

/** A person in the room. */
export interface RoomPerson {
	readonly participantId: string;
	/** Their newest connection, by which they are reached. */
	readonly connectionId: string;
	readonly name: string;
	readonly role: "host" | "participant" | "guest";
	/** Whether they run the meeting. */
	readonly canRun: boolean;
	readonly joinedAt: string | null;
	/** Whether their microphone is on; null: they have not said. */
	readonly audio: boolean | null;
	readonly video: boolean | null;
	/** Whether their picture is that of a screen; absent: they have not said. */
	readonly screen?: boolean;
	readonly hand: boolean;
}

/** An ICE candidate, as `RTCIceCandidate.toJSON` returns it. */
export interface SignalCandidate {
	readonly candidate: string;
	readonly sdpMid?: string | null;
	readonly sdpMLineIndex?: number | null;
	readonly usernameFragment?: string | null;
}

/** What browsers negotiate between themselves; at most 32 KiB as JSON, and 64 candidates at once. */
export interface SignalData {
	/** Random text of the page that sends it. */
	readonly page: string;
	/** `page` of the recipient; null: not known yet. */
	readonly for: string | null;
	readonly signal:
		| { readonly description: { readonly type: "offer" | "answer" | "pranswer"; readonly sdp: string } }
		| { readonly candidates: readonly SignalCandidate[] }
		| { readonly hello: true };
}

/** Whether the meeting is being recorded. */
export interface RoomRecording {
	readonly state: "started" | "stopped";
	/** Null: the server, or a caller who is not a participant. */
	readonly by: { readonly participantId: string; readonly name: string | null } | null;
	/** Why the server stopped it: `consent_required`, `recording_off`, `meeting_ended`; null otherwise. */
	readonly reason: string | null;
	readonly since: string;
}

/** Consents of the participants in the room. */
export type RoomConsents = components["schemas"]["ConsentSummary"];

/** Participants in the lobby, the longest waiting first; for those who run the meeting. */
export interface RoomLobby {
	readonly waiting: readonly { readonly participantId: string; readonly name: string | null; readonly since: string }[];
	/** Whether there are more than these 100. */
	readonly more: boolean;
}

/** Whether the meeting is held, as no host is in the room. */
export interface RoomHold {
	readonly state: "held" | "resumed";
	readonly since: string;
	/** The last host who was there; null: none was, or the meeting goes on. */
	readonly missed: { readonly participantId: string; readonly name: string | null } | null;
}

/** How sound and pictures reach others in the room. */
export interface RoomMedia {
	/** `worker`: through the media worker of the server. */
	readonly via: "mesh" | "worker";
	/** Whether they pass through the server when the room is large. */
	readonly throughServer: boolean;
}

/** A line of the connection to the media worker. */
export interface MediaLine {
	readonly mid: string;
	/** Who is heard or seen on it; null: no one. */
	readonly participantId: string | null;
}

/** A message of the room. */
export type RoomMessage =
	/** Who is there; `people` are the others. The first message in the room, and again when what it says of the meeting changes. */
	| {
			readonly type: "room";
			readonly you: RoomPerson;
			readonly people: readonly RoomPerson[];
			readonly captions: { readonly state: "on" | "off" };
			/** Who may write messages. */
			readonly chatAllowed: "everyone" | "hosts" | "off";
			/** With `hosts`, pictures go to and from those who run the meeting only. */
			readonly camerasVisibleTo: "everyone" | "hosts";
			/** Null: never so far. */
			readonly hold: RoomHold | null;
			/** Null: never so far. */
			readonly recording: RoomRecording | null;
			/** Null: a message `consents` follows. */
			readonly consents: RoomConsents | null;
			/** Absent: there is no media worker, and every room is a mesh. */
			readonly media?: RoomMedia;
			/** Only for those who run the meeting. */
			readonly lobby?: RoomLobby;
	  }
	/** Something of the snapshot has changed. */
	| (RoomRecording & { readonly type: "recording" })
	| (RoomHold & { readonly type: "hold" })
	| (RoomConsents & { readonly type: "consents" })
	| (RoomLobby & { readonly type: "lobby" })
	| (RoomMedia & { readonly type: "media" })
	/** The lines of the caller's connection to the media worker: all of them, whenever one has changed. */
	| { readonly type: "lines"; readonly lines: readonly MediaLine[] }
	/** Whether the caller's picture is to be sent to the media worker: no one is shown it otherwise. */
	| { readonly type: "wanted"; readonly picture: boolean }
	| {
			readonly type: "signal";
			/** A participant, or `media`: the media worker. */
			readonly from: string;
			/** Null: the media worker. */
			readonly fromConnection: string | null;
			readonly data: SignalData;
	  }
	| (RoomPerson & {
			readonly type: "presence";
			readonly state: "joined" | "present" | "left";
			/** Why they left: only with `left`. `lost`: their connections were, for ten seconds. */
			readonly reason?: "left" | "removed" | "lost";
	  })
	| { readonly type: "hand"; readonly participantId: string; readonly raised: boolean }
	| { readonly type: "chat"; readonly message: components["schemas"]["ChatMessage"] }
	/** A message of the chat was deleted: it is shown no longer. */
	| { readonly type: "chat_deleted"; readonly messageId: string }
	| { readonly type: "mute_request"; readonly from: string };

/** How the captions of a participant stand who publishes; all but `on` end the track, and the connection stays. */
export interface CaptionsMessage {
	readonly type: "captions";
	readonly state: "on" | "off" | "busy" | "refused";
	/** Code of the error; null: `on`. */
	readonly code: string | null;
	readonly message: string | null;
	/** When it is tried again; null: it is not. */
	readonly retryAfterMs: number | null;
}

/** How the caller stands in the lobby. `ready` follows once they were admitted; refused, the connection closes with 4403. */
export interface LobbyMessage {
	readonly type: "lobby";
	readonly state: "waiting" | "admitted" | "refused";
}

/** A message of the server, as `docs/live-captions.md` describes it. */
export type LiveMessage =
	| {
			readonly type: "ready";
			readonly sessionId: string;
			readonly connectionId: string;
			readonly lastSeq: number;
			readonly serverTime: string;
	  }
	| { readonly type: "status"; readonly state: "live" | "behind" | "paused" | "ended" }
	| { readonly type: "ack"; readonly audioMs: number; readonly serverTime: string }
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
	| CaptionsMessage
	| LobbyMessage
	| RoomMessage;

/** What a client tells the room, or the server about its audio. */
export type OutgoingMessage =
	| { readonly type: "finalize" | "keepalive" }
	| { readonly type: "signal"; readonly to: string; readonly toConnection?: string; readonly data: SignalData }
	| { readonly type: "presence"; readonly audio?: boolean; readonly video?: boolean; readonly screen?: boolean }
	| { readonly type: "hand"; readonly raised: boolean }
	| { readonly type: "chat"; readonly text: string }
	| { readonly type: "mute_request"; readonly to: string };

/** Where a reader is: after everything up to this number. */
export interface LivePosition {
	readonly sessionId: string;
	readonly lastSeq: number;
}
