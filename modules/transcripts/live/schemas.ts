import { type TSchema, Type } from "@sinclair/typebox";
import { createPartCheck } from "#http/field-errors";
import { closed, Flag, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { idPattern } from "#kernel/ids";
import { parseStrictJson } from "#kernel/strict-json";
import { text } from "#kernel/texts";
import { badMessage } from "./errors.ts";
import { checkSignal } from "./signals.ts";

/** Names of the sound that publishers send: all mean PCM, signed 16 bits, little endian, one channel. */
const ENCODINGS = ["pcm_s16le", "s16le", "linear16", "pcm16", "pcm"] as const;
/** Samples of it per second. */
export const SAMPLE_RATE = 16_000;
/** Maximum number of languages that one connection asks for. */
export const MAX_LANGUAGES = 5;

const Language = Type.String({ minLength: 2, maxLength: 35, description: "BCP 47", examples: ["es"] });
const MeetingId = Id("mtg", "id of the meeting");
const ParticipantId = Id("par", "id of a participant");

/** Recipient of signals that is no participant: the media worker of the server. */
export const MEDIA = "media";
const Recipient = Type.String({
	pattern: `${idPattern("par")}|^${MEDIA}$`,
	description: `id of a participant, or \`${MEDIA}\`: the media worker of the server`,
	examples: [MEDIA],
});

/** Address of a connection. */
export const LiveQuery = closed({
	meetingId: MeetingId,
	role: Type.Optional(OneOf(["publish", "subscribe"], "default subscribe; `publish`: sends audio as well")),
	ticket: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: 8192,
			description: "The ticket, for `EventSource`, which cannot send headers.",
		}),
	),
	interim: Type.Optional(Flag("for event streams: whether partials are sent; default true")),
	translateTo: Type.Optional(
		Type.String({
			maxLength: 200,
			description: "For event streams: languages of the translations, separated by commas.",
			examples: ["es,fr"],
		}),
	),
});
export type LiveQuery = typeof LiveQuery.static;

/** Whom a ticket is for. */
export const CreateLiveTicketRequest = closed({ meetingId: MeetingId }, { $id: "CreateLiveTicketRequestBody" });
export type CreateLiveTicketRequest = typeof CreateLiveTicketRequest.static;

const interim = Type.Optional(Type.Boolean({ description: "Whether partials are sent. Default true." }));
const translateTo = Type.Optional(
	Type.Array(Language, { maxItems: MAX_LANGUAGES, description: "Languages of the translations that are sent." }),
);

const Page = Type.String({
	pattern: "^[A-Za-z0-9-]{1,36}$",
	description: "Random text of a page: of the sender, or (`for`) of the recipient. Letters, digits, hyphens.",
});

/** What browsers negotiate between themselves. Nothing else goes through signals. */
const SignalData = closed(
	{
		page: Page,
		for: Nullable(Page),
		signal: closed(
			{
				description: Type.Optional(
					closed({ type: OneOf(["offer", "answer", "pranswer"], "as in WebRTC"), sdp: Type.String() }),
				),
				candidates: Type.Optional(
					Type.Array(
						closed({
							candidate: Type.String({ maxLength: 512 }),
							sdpMid: Type.Optional(Nullable(Type.String({ pattern: "^[A-Za-z0-9]{0,8}$" }))),
							sdpMLineIndex: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 255 }))),
							usernameFragment: Type.Optional(Nullable(Type.String({ pattern: "^[A-Za-z0-9+/]{0,32}$" }))),
						}),
						{ minItems: 1, maxItems: 64 },
					),
				),
				hello: Type.Optional(Type.Literal(true)),
			},
			{ minProperties: 1, maxProperties: 1, description: "One of `description`, `candidates`, `hello`." },
		),
	},
	{ $id: "LiveSignalData" },
);

/** Messages of clients, by `type`. */
export const CLIENT_MESSAGES = {
	start: closed(
		{
			type: Type.Literal("start"),
			encoding: Type.Optional(OneOf(ENCODINGS, "of the audio; required to publish")),
			sampleRate: Type.Optional(Type.Literal(SAMPLE_RATE, { description: "Of the audio; required to publish." })),
			language: Type.Optional(
				Type.String({ minLength: 2, maxLength: 35, description: "BCP 47; default: that of the meeting." }),
			),
			interim,
			translateTo,
		},
		{ $id: "LiveStart" },
	),
	keepalive: closed({ type: Type.Literal("keepalive") }, { $id: "LiveKeepalive" }),
	finalize: closed({ type: Type.Literal("finalize") }, { $id: "LiveFinalize" }),
	stop: closed({ type: Type.Literal("stop") }, { $id: "LiveStop" }),
	resume: closed(
		{
			type: Type.Literal("resume"),
			sessionId: Type.String({ maxLength: 64, description: "As in `ready`." }),
			lastSeq: Type.Integer({ minimum: 0, description: "The highest `seq` that has arrived; 0: from the beginning." }),
			interim,
			translateTo,
		},
		{ $id: "LiveResume" },
	),
	signal: closed(
		{
			type: Type.Literal("signal"),
			to: Recipient,
			toConnection: Type.Optional(Id("lvc", "one connection of the participant; default: all of them")),
			data: SignalData,
		},
		{ $id: "LiveSignal" },
	),
	presence: closed(
		{
			type: Type.Literal("presence"),
			audio: Type.Optional(Type.Boolean({ description: "Whether the microphone is on." })),
			video: Type.Optional(Type.Boolean({ description: "Whether the camera is on." })),
			screen: Type.Optional(Type.Boolean({ description: "Whether their picture is that of a screen." })),
		},
		{ $id: "LivePresence" },
	),
	hand: closed({ type: Type.Literal("hand"), raised: Type.Boolean() }, { $id: "LiveHand" }),
	chat: closed({ type: Type.Literal("chat"), text: Type.String() }, { $id: "LiveChat" }),
	mute_request: closed({ type: Type.Literal("mute_request"), to: ParticipantId }, { $id: "LiveMuteRequest" }),
} satisfies Record<string, TSchema>;

type Messages = { readonly [T in keyof typeof CLIENT_MESSAGES]: (typeof CLIENT_MESSAGES)[T]["static"] };
/** A message of a client. */
export type ClientMessage = Messages[keyof Messages];
/** A message of a client of one type. */
export type Message<T extends keyof Messages> = Messages[T];

const checks = new Map(
	Object.entries(CLIENT_MESSAGES).map(([type, schema]) => [type, createPartCheck<TSchema>(schema)]),
);

/** Parses a message of a client. @throws `invalid_json` `invalid_request` `validation_failed`, none with what was sent */
export function parseMessage(frame: string): ClientMessage {
	const value = parseStrictJson(Buffer.from(frame));
	const type: unknown = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
	const check = typeof type === "string" ? checks.get(type) : undefined;
	if (!check) throw badMessage(text("A message is an object with a type: {types}.", { types: [...checks.keys()] }));
	const message = check(value, "") as ClientMessage;
	return message.type === "signal" ? { ...message, data: checkSignal(message.data) } : message;
}

/** What the server sends about the connection itself. */
export const SERVER_MESSAGES = {
	ready: closed(
		{
			type: Type.Literal("ready"),
			sessionId: Id("lvs", "id of the session"),
			connectionId: Type.Optional(Id("lvc", "id of this connection; absent in event streams")),
			lastSeq: Type.Integer({ minimum: 0, description: "Sequence of the last event so far." }),
			serverTime: Timestamp,
		},
		{ $id: "LiveReady" },
	),
	status: closed(
		{
			type: Type.Literal("status"),
			state: OneOf(
				["live", "behind", "paused", "ended"],
				"`live`: everything missed was sent; `behind`: partials are left out, since they are read too slowly; `paused`: the caller left the room, and no captions follow until they join it again; `ended`: the meeting is over; the last captions follow, then `closed`",
			),
		},
		{ $id: "LiveStatus" },
	),
	captions: closed(
		{
			type: Type.Literal("captions"),
			state: OneOf(
				["on", "off", "busy", "refused"],
				"of the track of a participant; all but `on` end it, and the connection stays",
			),
			code: Nullable(Type.String()),
			message: Nullable(Type.String()),
			retryAfterMs: Nullable(Type.Integer({ minimum: 0, description: "When to send `start` again." })),
		},
		{ $id: "LiveCaptions" },
	),
	ack: closed(
		{
			type: Type.Literal("ack"),
			audioMs: Type.Integer({ minimum: 0, description: "Audio before this was heard, and can be forgotten." }),
			serverTime: Timestamp,
		},
		{ $id: "LiveAck" },
	),
	error: closed(
		{ type: Type.Literal("error"), code: Type.String(), retryable: Type.Boolean(), message: Type.String() },
		{ $id: "LiveError" },
	),
} satisfies Record<string, TSchema>;
