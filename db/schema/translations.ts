import { sql } from "drizzle-orm";
import { artifact, person, tenant } from "../declarations.ts";
import {
	bigint,
	clustered,
	foreignKey,
	id,
	index,
	instant,
	int,
	json,
	knownValues,
	oneOf,
	primaryKey,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";
import { type EngineName, transcripts } from "./transcripts.ts";

/** Translations of transcripts. */
export const translations = table(
	"translations",
	{
		...ofTenant({ export: "translations" }),
		id: artifact("translation").notNull(),
		transcriptId: id().notNull(),
		/** Target language, BCP 47. */
		language: text().notNull(),
		state: oneOf("processing", "ready", "failed").notNull(),
		/** Revision of the transcript that it translates; lower than that of the transcript: some of it is stale. */
		transcriptRevision: int().notNull(),
		/** Null before the first segment. */
		engine: json<EngineName>(),
		/** How good the engine is; null before the first segment. */
		quality: oneOf("gist", "basic", "good"),
		/** Segments that have a translated text, stale ones included. */
		segmentCount: int().notNull(),
		/** Duration of those segments. */
		translatedMs: bigint().notNull().default(0),
		/** The part of it that is recorded as use. */
		countedMs: bigint().notNull().default(0),
		/** Error code of a failed one; null otherwise. */
		failure: text(),
		/** The job that makes it, or made it last; null for one that was made live. */
		jobId: id(),
		version: int().notNull(),
		createdBy: person(text().notNull(), {
			keeps: "what was said in a meeting, in another language; the id of who asked for it identifies no one any more",
			notExported: "a translation is its meeting's; that they requested it is in their audit log",
		}),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
		/** Set once it is removed: it is no longer visible, and a job deletes its rows. */
		deletedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("translations", t),
		byOwnId("translations", t),
		foreignKey({
			name: "translations_transcript_fk",
			columns: [t.orgId, t.transcriptId],
			foreignColumns: [transcripts.orgId, transcripts.id],
		}).onDelete("cascade"),
		uniqueIndex("translations_language_unique")
			.on(t.orgId, t.transcriptId, t.language)
			.where(sql`${t.deletedAtMs} is null`),
		// Of those that were removed as well: they go with their transcript.
		index("translations_of_transcript").on(t.orgId, t.transcriptId, t.id),
		...knownValues("translations", t),
	],
);

/** A translation as stored. */
export type TranslationRow = typeof translations.$inferSelect;

/** Translated texts of segments. */
export const translatedSegments = clustered(
	table(
		"translated_segments",
		{
			orgId: tenant({ export: "translated-segments" }).notNull(),
			translationId: artifact("translation").notNull(),
			segmentId: id().notNull(),
			/** Revision of the segment that the text translates. */
			revision: int().notNull(),
			text: text().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.translationId, t.segmentId] }),
			foreignKey({
				name: "translated_segments_translation_fk",
				columns: [t.orgId, t.translationId],
				foreignColumns: [translations.orgId, translations.id],
			}).onDelete("cascade"),
		],
	),
);

/** A translated text as stored. */
export type TranslatedSegmentRow = typeof translatedSegments.$inferSelect;
