import { Type } from "@sinclair/typebox";
import { createPartCheck } from "#http/field-errors";
import { closed } from "#http/schemas";
import { Segment, Speaker, Transcript } from "./schemas.ts";

/** A transcript that was imported, and who was recognized in the file. */
export const ImportedTranscript = closed(
	{
		...Transcript.properties,
		recognized: closed({
			speakers: Type.Array(
				closed({
					id: Speaker.properties.id,
					label: Speaker.properties.label,
					participantId: Speaker.properties.participantId,
					segmentCount: Type.Integer({ minimum: 0, description: "Segments attributed to the speaker." }),
				}),
				{
					description:
						"Speakers named in the file: by voice tags, in JSON, or before the text (`Ada Lovelace: …`), if the name " +
						"recurs or is that of a participant. `participantId` is set if exactly one participant has the name.",
				},
			),
			unattributedCount: Type.Integer({ minimum: 0, description: "Segments without a speaker." }),
		}),
	},
	{ $id: "ImportedTranscript" },
);
export type ImportedTranscript = typeof ImportedTranscript.static;

const { state: _state, ...head } = Transcript.properties;
/** A speaker of a transcript to be imported; those with one id, or without it one label, are the same. */
const ImportedSpeaker = closed({ ...Type.Partial(Speaker).properties, label: Speaker.properties.label });

/** A transcript to be imported, but for its segments: as it was exported, where only the segments are needed. */
const ImportHead = closed({
	...Type.Partial(closed(head)).properties,
	translation: Type.Optional(Type.Unknown()),
	state: Type.Optional(Type.Literal("ready")),
	speakers: Type.Optional(Type.Array(ImportedSpeaker, { maxItems: 1_000 })),
	segments: Type.Array(Type.Unknown()),
});

/** A segment to be imported. */
export const ImportSegment = closed({
	...Type.Partial(Segment).properties,
	startMs: Segment.properties.startMs,
	endMs: Segment.properties.endMs,
	text: Type.String({ maxLength: 20_000 }),
});
export type ImportSegment = typeof ImportSegment.static;

/** A transcript to be imported: an export, with or without the envelope around it. */
export const ImportRequest = closed(
	{ ...ImportHead.properties, segments: Type.Array(ImportSegment, { maxItems: 200_000 }) },
	{ $id: "ImportTranscriptRequestBody" },
);

/** Asserts the shape of a transcript to be imported, but for its segments. @throws `validation_failed` */
export const checkImport = createPartCheck(ImportHead);
/** Asserts the shape of one of its segments. @throws `validation_failed` */
export const checkImportSegment = createPartCheck(ImportSegment);
