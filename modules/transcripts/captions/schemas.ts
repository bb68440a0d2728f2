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
const Confidence = Nullable(Type.Number({ minimum: 0, maximum: 1, description: "0…1; null if unknown." }));

/** Something said, as another recognizer heard it or a captioner typed it. */
export const Caption = closed({
	id: Type.Optional(
		Id("seg", "id from an earlier response: a partial becomes this final segment, a final segment gets this text"),
	),
	text: Type.String({ minLength: 1, maxLength: 20_000, description: "What was said." }),
	speaker: Type.Optional(
		Nullable(
			closed(
				{
					participantId: Type.Optional(Id("par", "a participant of the meeting, whose name is shown")),
					label: Type.Optional(Type.String({ description: "Name of another speaker, 1…128 characters." })),
				},
				{ minProperties: 1, maxProperties: 1, description: "Who spoke; null or absent: unknown." },
			),
		),
	),
	startMs: Type.Optional(
		Ms("Start, in ms from the start of the meeting. Default: estimated from the length of the text."),
	),
	endMs: Type.Optional(Ms("End, in ms from the start of the meeting. Default: the time it arrives.")),
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
					description: "Its words with their times; null if unknown.",
				},
			),
		),
	),
	final: Type.Optional(
		Type.Boolean({
			description: "Default true. False: the segment is shown to current viewers but not stored, and will be replaced.",
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
		transcriptId: Nullable(Id("trn", "the transcript they belong to; null before the first final segment")),
		lastSeq: Type.Integer({ minimum: 0, description: "Sequence of the last event of the session." }),
		captionSeq: Nullable(Type.Integer({ minimum: 0, description: "The last `seq` received; null if none." })),
		segments: Type.Array(closed({ id: Id("seg", "id of the segment"), final: Type.Boolean() }), {
			description: "In the order of the request; empty if its `seq` was already known.",
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
	seq: Type.Optional(
		Seq("Number of the request, increasing. A request whose number is not higher than the last has no effect."),
	),
	lang,
});
export type PushCaptionsQuery = typeof PushCaptionsQuery.static;

/** Query at a caption address. */
export const CaptionAddressQuery = closed({
	seq: Type.Optional(
		Seq("Number of the caption: increases by one with each, and stays the same when a caption is sent again."),
	),
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
			description:
				"Address for captioning tools, used like Zoom's. Shown only once; anyone who has it can post captions.",
		}),
	},
	{ $id: "IssuedCaptionAddress" },
);
export type IssuedCaptionAddress = typeof IssuedCaptionAddress.static;
