import { Type } from "@sinclair/typebox";
import { createPartCheck } from "#http/field-errors";
import { closed, Id, Nullable, Timestamp, WholeNumber } from "#http/schemas";

/** Latest time of a caption, in ms: a hundred hours, longer than any meeting. */
const MAX_MS = 360_000_000;
const Ms = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_MS, description });
const Language = Type.String({
	description: "BCP 47. Default: that of the request, otherwise of the meeting.",
	examples: ["en"],
});
const Confidence = Nullable(Type.Number({ minimum: 0, maximum: 1, description: "0…1; null where it is unknown." }));

/** Something said, as another recognizer heard it or a captioner typed it. */
export const Caption = closed({
	id: Type.Optional(
		Id("seg", "id that an earlier answer gave to it: a partial becomes this final, a final gets this text"),
	),
	text: Type.String({ minLength: 1, maxLength: 20_000, description: "What was said." }),
	speaker: Type.Optional(
		Nullable(
			closed(
				{
					participantId: Type.Optional(Id("par", "a participant of the meeting, whose name is shown")),
					label: Type.Optional(Type.String({ description: "Name of somebody else, 1…128 characters." })),
				},
				{ minProperties: 1, maxProperties: 1, description: "Who spoke; null or absent: unknown." },
			),
		),
	),
	startMs: Type.Optional(
		Ms("Start, in ms from the start of the meeting. Default: as long before the end as it takes to say."),
	),
	endMs: Type.Optional(Ms("End, in ms from the start of the meeting. Default: when it arrives.")),
	language: Type.Optional(Language),
	confidence: Type.Optional(Confidence),
	words: Type.Optional(
		Nullable(
			Type.Array(
				closed({
					text: Type.String({ maxLength: 200 }),
					startMs: Ms("Start"),
					endMs: Ms("End"),
					confidence: Confidence,
				}),
				{
					maxItems: 2_000,
					description: "Its words with their times; null where they are unknown.",
				},
			),
		),
	),
	final: Type.Optional(
		Type.Boolean({
			description: "Default true. False: it is shown to who reads now, not stored, and will be replaced.",
		}),
	),
});
export type Caption = typeof Caption.static;

/** Captions of a live meeting. */
export const PushCaptionsRequest = closed(
	{ segments: Type.Array(Caption, { minItems: 1, maxItems: 100 }) },
	{ $id: "PushCaptionsRequestBody" },
);
export type PushCaptionsRequest = typeof PushCaptionsRequest.static;

/** Asserts the shape of captions. @throws `validation_failed` */
export const checkCaptions = createPartCheck(PushCaptionsRequest);

/** What became of captions. */
export const PushedCaptions = closed(
	{
		sessionId: Id("lvs", "id of the live session"),
		transcriptId: Nullable(Id("trn", "the transcript they are segments of; null before the first final")),
		lastSeq: Type.Integer({ minimum: 0, description: "Sequence of the last event of the session." }),
		captionSeq: Nullable(
			Type.Integer({ minimum: 0, description: "The last `seq` that captions were sent with; null: none." }),
		),
		segments: Type.Array(closed({ id: Id("seg", "id of the segment"), final: Type.Boolean() }), {
			description: "In the order of the request; empty when its `seq` was known already.",
		}),
	},
	{ $id: "PushedCaptions" },
);
export type PushedCaptions = typeof PushedCaptions.static;

const Seq = (description: string) => WholeNumber(9, description, 7);
const lang = Type.Optional(
	Type.String({ description: "Language of the captions, BCP 47. Default: that of the meeting.", examples: ["en-US"] }),
);

/** Query of captions. */
export const PushCaptionsQuery = closed({
	seq: Type.Optional(Seq("Number of the request, rising. One that is not above the last changes nothing.")),
	lang,
});
export type PushCaptionsQuery = typeof PushCaptionsQuery.static;

/** Query at a caption address. */
export const CaptionAddressQuery = closed({
	seq: Type.Optional(Seq("Number of the caption, one higher with each; the same when it is sent again.")),
	lang,
	v: Type.Optional(Type.Literal("1", { description: "Part of the address, so that tools can append `&seq=` to it." })),
});
export type CaptionAddressQuery = typeof CaptionAddressQuery.static;

/** Path of the captions of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });
/** Path of a caption address. */
export const CaptionAddressParams = closed({ secret: Type.String({ description: "The secret of the address." }) });

const address = { meetingId: Id("mtg", "id of the meeting"), createdAt: Timestamp };

/** A secret address at which captions of a meeting are posted. It is shown once. */
export const CaptionAddress = closed(address, { $id: "CaptionAddress" });
export type CaptionAddress = typeof CaptionAddress.static;

/** A caption address that was just made. */
export const IssuedCaptionAddress = closed(
	{
		...address,
		url: Type.String({
			description: "Address for a captioner's tool, used like Zoom's. Shown this once; whoever has it writes captions.",
		}),
	},
	{ $id: "IssuedCaptionAddress" },
);
export type IssuedCaptionAddress = typeof IssuedCaptionAddress.static;
