import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { FieldsQuery, fieldsParameter, selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp, WholeNumber } from "#http/schemas";
import { parseName } from "#kernel/text";
import { FORMATS, MAX_STATEMENT, SEGMENT_SOURCES } from "./values.ts";

/** States of a transcript. */
const STATES = ["processing", "ready", "failed"] as const;

/** Latest time in a transcript, in ms: 9,999 hours, as subtitles can have. */
const MAX_MS = 9_999 * 3_600_000 + 3_599_999;
const Ms = (description: string) =>
	Type.Integer({ minimum: 0, maximum: MAX_MS, description: `${description}, in ms from the start of the recording.` });
const Language = Type.String({ description: "BCP 47; `und` while unknown.", examples: ["en"] });
const Confidence = Nullable(
	Type.Number({ minimum: 0, maximum: 1, description: "0…1; null if the engine gives none." }),
);
const Source = OneOf(SEGMENT_SOURCES, "where the text comes from: a speech engine, captions, an import or a user");
const Version = Type.Integer({ minimum: 1, description: "Version, for `If-Match`." });

/** A transcript, without what was said: that is in its segments. */
export const Transcript = closed(
	{
		id: Id("trn", "id of the transcript"),
		meetingId: Id("mtg", "id of its meeting"),
		recordingId: Nullable(
			Id("rec", "id of the recording it was made from; null if it was imported, or made from several"),
		),
		captureId: Nullable(
			Type.String({
				description:
					"The capture whose tracks it was made from, see `captureId` of recordings; null for any other. Its times count " +
					"from the start of the meeting, and a track that arrives later gives it another `revision`.",
			}),
		),
		state: OneOf(STATES, "state; its segments can be read once it is `ready`, or while it is `live`"),
		live: Type.Boolean({ description: "Whether it is being written live; it can be edited afterwards." }),
		failure: Nullable(Type.String({ description: "Error code if it failed; null otherwise." })),
		source: Source,
		language: Language,
		languages: Type.Array(Language, { description: "All languages spoken, the main one first." }),
		engine: Nullable(
			closed(
				{ engine: Type.String(), model: Type.String(), version: Nullable(Type.String()) },
				{ description: "The engine that made it; null if it was imported." },
			),
		),
		consentStatement: Nullable(
			Type.String({
				description: "Written statement of the importer that the speakers consented elsewhere; null if there is none.",
				examples: ["All speakers agreed to the recording in Zoom on 3 May."],
			}),
		),
		segmentCount: Type.Integer({ minimum: 0 }),
		durationMs: Ms("End of the last segment"),
		revision: Type.Integer({ minimum: 1, description: "Counts the changes to its text, from 1." }),
		version: Version,
		createdBy: Type.String({ description: "Who requested or imported it." }),
		createdAt: Timestamp,
		updatedAt: Timestamp,
	},
	{ $id: "Transcript" },
);
export type Transcript = typeof Transcript.static;

/** A transcript as `fields` may select it. */
export const transcriptFields = selectable(Transcript);

/** Somebody who speaks in a transcript. */
export const Speaker = closed(
	{
		id: Id("spk", "id of the speaker"),
		label: Type.String({ description: "Display name, 1…128 characters." }),
		participantId: Nullable(Id("par", "the participant known to be this speaker; null while unknown")),
		mergedInto: Nullable(Id("spk", "the speaker it was merged into, who is shown instead; null if it is not merged")),
		version: Version,
	},
	{ $id: "Speaker" },
);
export type Speaker = typeof Speaker.static;

/** A speaker as `fields` may select it. */
export const speakerFields = selectable(Speaker);

const SegmentSpeaker = Nullable(
	closed(
		{
			id: Id("spk", "id of the speaker"),
			participantId: Nullable(Id("par", "id of the participant")),
			label: Type.String(),
		},
		{ description: "Who spoke; null if unknown." },
	),
);

const Words = Type.Array(
	closed({ text: Type.String(), startMs: Ms("Start"), endMs: Ms("End"), confidence: Confidence }),
);

/** What one speaker said in a few seconds. */
export const Segment = closed(
	{
		id: Id("seg", "id of the segment"),
		seq: Type.Integer({ minimum: 1, description: "Order among segments that start together." }),
		transcriptId: Id("trn", "id of the transcript"),
		speaker: SegmentSpeaker,
		startMs: Ms("Start"),
		endMs: Ms("End"),
		text: Type.String({ description: "Empty if a user removed the text." }),
		language: Language,
		confidence: Confidence,
		words: Type.Optional(Nullable({ ...Words, description: "With `include=words`; null if their times are unknown." })),
		translations: Type.Optional(
			Type.Array(
				closed({
					language: Type.String({ description: "BCP 47.", examples: ["es"] }),
					text: Type.String(),
					stale: Type.Boolean({ description: "Whether the segment has been edited since it was translated." }),
				}),
				{ description: "With `include=translations`: the existing translations." },
			),
		),
		final: Type.Boolean({ description: "Whether it is final; true once it is stored." }),
		revision: Type.Integer({ minimum: 1, description: "Counts its changes from 1; its version, for `If-Match`." }),
		edited: Type.Boolean({ description: "Whether a user has edited it." }),
		source: Source,
	},
	{ $id: "Segment" },
);
export type Segment = typeof Segment.static;

/** A segment as `fields` may select it. */
export const segmentFields = selectable(Segment);

/** A transcript with all of its segments: the JSON of an export, which can be imported again. */
export const TranscriptExport = closed(
	{
		...Transcript.properties,
		translation: Type.Optional(
			closed(
				{
					id: Id("trl", "id of the translation"),
					engine: Transcript.properties.engine,
					quality: Nullable(OneOf(["gist", "basic", "good"] as const, "quality of the engine")),
					stale: Type.Boolean({ description: "Whether the transcript has been edited since." }),
				},
				{ description: "With `lang`: the translation from which the text comes." },
			),
		),
		speakers: Type.Array(Speaker),
		segments: Type.Array(Segment),
	},
	{ $id: "TranscriptExport" },
);

/** An earlier text of a segment. */
export const SegmentRevision = closed(
	{
		revision: Type.Integer({ minimum: 1, description: "The revision of the segment that had this text." }),
		text: Type.String(),
		speaker: SegmentSpeaker,
		replacedBy: Type.String({ description: "Id of the person or API key that replaced it." }),
		replacedAt: Timestamp,
	},
	{ $id: "SegmentRevision" },
);
export type SegmentRevision = typeof SegmentRevision.static;

/** An earlier text as `fields` may select it. */
export const revisionFields = selectable(SegmentRevision);

/** Correction of a segment; what is omitted stays unchanged. */
export const UpdateSegmentRequest = closed(
	{
		text: Type.Optional(
			Type.String({
				maxLength: 20_000,
				description: "What was said. If empty, the segment is omitted from exports; its text is kept as a revision.",
			}),
		),
		speakerId: Type.Optional(Nullable(Id("spk", "who spoke; null if unknown"))),
	},
	{ $id: "UpdateSegmentRequestBody", minProperties: 1 },
);
export type UpdateSegmentRequest = typeof UpdateSegmentRequest.static;

/** Correction of a speaker; what is omitted stays unchanged. */
export const UpdateSpeakerRequest = closed(
	{
		label: Type.Optional(
			checked(Type.String({ description: "1…128 characters.", examples: ["Ada Lovelace"] }), parseName),
		),
		participantId: Type.Optional(
			Nullable(
				Id(
					"par",
					"the participant of the meeting who is this speaker; their name is shown unless `label` is set; " +
						"null: none",
				),
			),
		),
		mergeInto: Type.Optional(
			Nullable(Id("spk", "speaker of the transcript to merge this one into; null: undoes the merge")),
		),
	},
	{ $id: "UpdateSpeakerRequestBody", minProperties: 1 },
);
export type UpdateSpeakerRequest = typeof UpdateSpeakerRequest.static;

const transcriptId = Id("trn", "id of the transcript");

/** Path of the transcripts of a meeting. */
export const MeetingParams = closed({ meetingId: Id("mtg", "id of the meeting") });
/** Path of a transcript. */
export const TranscriptParams = closed({ transcriptId });
/** Path of a segment. */
export const SegmentParams = closed({ transcriptId, segmentId: Id("seg", "id of the segment") });
/** Path of a speaker. */
export const SpeakerParams = closed({ transcriptId, speakerId: Id("spk", "id of the speaker") });

const Lang = Type.String({
	pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
	maxLength: 35,
	examples: ["es"],
});

/** Query of a transcript. */
export const TranscriptQuery = closed({
	format: Type.Optional(
		OneOf(
			FORMATS,
			"returns the whole transcript as a file in this format; default: the format of `Accept`, otherwise " +
				"without segments",
		),
	),
	lang: Type.Optional({
		...Lang,
		description: "Language of the file: one the transcript has been translated to.",
	}),
	...fieldsParameter,
});
export type TranscriptQuery = typeof TranscriptQuery.static;

/** Query of a segment, of a speaker. */
export const OneQuery = FieldsQuery;

/** Query of the transcripts of a meeting, of speakers, of earlier texts. */
export const PlainListQuery = listQuery({});
export type PlainListQuery = typeof PlainListQuery.static;

const Time = (description: string) => Type.Optional(WholeNumber(13, description, 60_000));

/** Query of the segments of a transcript. */
export const ListSegmentsQuery = listQuery({
	fromMs: Time("Only segments that end after this, in ms; segments longer than ten minutes are found by their start."),
	toMs: Time("Only segments that start before this, in ms."),
	speakerId: Type.Optional(Id("spk", "only segments of this speaker")),
	include: Type.Optional(
		Type.String({
			pattern: "^(words|translations)(,(words|translations))*$",
			description:
				"`words`: the words of each segment with their times; `translations`: its text in other " +
				"languages. Separate both with a comma.",
			examples: ["words,translations"],
		}),
	),
	lang: Type.Optional({ ...Lang, description: "Includes translations, only to this language." }),
});
export type ListSegmentsQuery = typeof ListSegmentsQuery.static;

/** Query of an import. */
export const ImportQuery = closed({
	language: Type.Optional(
		Type.String({
			description: "Language of the transcript, BCP 47. Default: that of the file, otherwise that of the meeting.",
			examples: ["en"],
		}),
	),
	consentStatement: Type.Optional(
		Type.String({
			description:
				`Statement that the speakers consented elsewhere, 1…${MAX_STATEMENT} characters: replaces the consent of the ` +
				"participants. It is recorded in the audit log and shown with the transcript.",
			examples: ["All speakers agreed to the recording in Zoom on 3 May."],
		}),
	),
});
export type ImportQuery = typeof ImportQuery.static;
