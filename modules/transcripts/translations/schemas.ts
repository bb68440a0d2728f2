import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { FieldsQuery, selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseLanguage } from "#kernel/locale";

const STATES = ["processing", "ready", "failed"] as const;
const QUALITIES = ["gist", "basic", "good"] as const;

/** A translation of a transcript, without its texts: those are in the segments and exports of the transcript. */
export const Translation = closed(
	{
		id: Id("trl", "id of the translation"),
		transcriptId: Id("trn", "id of the transcript"),
		language: Type.String({ description: "Language it is in, BCP 47.", examples: ["es"] }),
		state: OneOf(STATES, "state; finished segments can be read while it is `processing`"),
		stale: Type.Boolean({
			description:
				"Whether the transcript has been edited since. Request the translation again to translate only " +
				"what was edited.",
		}),
		failure: Nullable(Type.String({ description: "Error code of the last attempt, if it failed; null otherwise." })),
		progress: Type.Number({ minimum: 0, maximum: 1, description: "Progress of the translation, 0…1." }),
		jobId: Nullable(Id("job", "the job that makes it; null for a live translation")),
		engine: Nullable(
			closed(
				{ engine: Type.String(), model: Type.String(), version: Nullable(Type.String()) },
				{ description: "The engine that made it; null until it has started." },
			),
		),
		quality: Nullable(
			OneOf(QUALITIES, "quality of the engine: `gist`: conveys the topic; `basic`: usable; `good`: mostly fluent"),
		),
		segmentCount: Type.Integer({ minimum: 0, description: "Number of translated segments." }),
		version: Type.Integer({ minimum: 1, description: "Version, for `If-Match`." }),
		createdBy: Type.String({ description: "Who first requested it." }),
		createdAt: Timestamp,
		updatedAt: Timestamp,
	},
	{ $id: "Translation" },
);
export type Translation = typeof Translation.static;

/** A translation as `fields` may select it. */
export const translationFields = selectable(Translation);

/** A translation to be made. */
export const TranslateTranscriptRequest = closed(
	{
		targetLanguage: checked(
			Type.String({
				description: "Language to translate to, such as `es` or `pt-BR`.",
				examples: ["es"],
			}),
			parseLanguage,
		),
	},
	{ $id: "TranslateTranscriptRequestBody" },
);
export type TranslateTranscriptRequest = typeof TranslateTranscriptRequest.static;

/** A translation that is being made, or there already. */
export const RequestedTranslation = closed(
	{
		translationId: Id("trl", "id of the translation"),
		jobId: Nullable(Id("job", "the job that makes or made it; null for a live transcript")),
	},
	{ $id: "RequestedTranslation" },
);
export type RequestedTranslation = typeof RequestedTranslation.static;

const transcriptId = Id("trn", "id of the transcript");

/** Path of the translations of a transcript. */
export const TranscriptParams = closed({ transcriptId });
/** Path of a translation. */
export const TranslationParams = closed({ transcriptId, translationId: Id("trl", "id of the translation") });

/** Query of a translation. */
export const OneQuery = FieldsQuery;

/** Query of the translations of a transcript. */
export const ListTranslationsQuery = listQuery({});
export type ListTranslationsQuery = typeof ListTranslationsQuery.static;
