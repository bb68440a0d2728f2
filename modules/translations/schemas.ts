import { Type } from "@sinclair/typebox";
import { FieldsQuery, selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";

const STATES = ["processing", "ready", "failed"] as const;
const QUALITIES = ["gist", "basic", "good"] as const;

/** A translation of a transcript, without its texts: those are in the segments and exports of the transcript. */
export const Translation = closed(
	{
		id: Id("trl", "id of the translation"),
		transcriptId: Id("trn", "id of the transcript"),
		language: Type.String({ description: "Language it is in, BCP 47.", examples: ["es"] }),
		state: OneOf(STATES, "state; one that is `processing` can be read segment by segment"),
		stale: Type.Boolean({
			description: "Whether the transcript was edited since; ask for it again, and only what was edited is translated.",
		}),
		failure: Nullable(Type.String({ description: "Error code of the last attempt, if it failed; null otherwise." })),
		progress: Type.Number({ minimum: 0, maximum: 1, description: "0…1 of what is being translated." }),
		jobId: Nullable(Id("job", "the job that makes it; null for one that was made live")),
		engine: Nullable(
			closed(
				{ engine: Type.String(), model: Type.String(), version: Nullable(Type.String()) },
				{ description: "The engine that made it; null before it has made any of it." },
			),
		),
		quality: Nullable(
			OneOf(
				QUALITIES,
				"how good the engine is: `gist`: one can tell what it is about; `basic`: usable; `good`: mostly fluent",
			),
		),
		segmentCount: Type.Integer({ minimum: 0, description: "Number of segments that have a translated text." }),
		version: Type.Integer({ minimum: 1, description: "Version, for `If-Match`." }),
		createdBy: Type.String({ description: "Who asked for it first." }),
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
		targetLanguage: Type.String({
			description: "Language to translate to, such as `es` or `pt-BR`.",
			examples: ["es"],
		}),
	},
	{ $id: "TranslateTranscriptRequestBody" },
);
export type TranslateTranscriptRequest = typeof TranslateTranscriptRequest.static;

/** A translation that is being made, or there already. */
export const RequestedTranslation = closed(
	{
		translationId: Id("trl", "id of the translation"),
		jobId: Nullable(Id("job", "the job that makes it, or made it; null for one that was made live")),
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
