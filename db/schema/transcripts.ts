import { sql } from "drizzle-orm";
import { artifact, person, tenant } from "../declarations.ts";
import {
	bigint,
	bool,
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
	real,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { meetings } from "./meetings.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";

/** Where the words of a segment come from. */
export const SEGMENT_SOURCES = ["stt", "caption", "import", "manual"] as const;
export type SegmentSource = (typeof SEGMENT_SOURCES)[number];

/** The engine that made something: its kind, model and version. */
export interface EngineName {
	readonly engine: string;
	readonly model: string;
	readonly version: string | null;
}

/** A word of a segment as stored: text, start and end in ms, confidence 0…1 or null. */
export type StoredWord = readonly [text: string, startMs: number, endMs: number, confidence: number | null];

/** Transcripts of meetings. */
export const transcripts = table(
	"transcripts",
	{
		...ofTenant({ export: "transcripts" }),
		id: artifact("transcript").notNull(),
		meetingId: id().notNull(),
		/** Null for one that was imported, and for that of a capture. */
		recordingId: id(),
		/** The capture whose tracks it is made of, within the meeting; null for any other. */
		captureId: id(),
		state: oneOf("processing", "ready", "failed").notNull(),
		source: oneOf(...SEGMENT_SOURCES).notNull(),
		/** Whether it is being written while people speak: it can be read meanwhile. */
		live: bool().notNull().default(false),
		/** Main language, BCP 47; `und` while unknown. */
		language: text().notNull(),
		languages: json<readonly string[]>().notNull(),
		/** Null for one that was imported. */
		engine: json<EngineName>(),
		segmentCount: int().notNull(),
		durationMs: bigint().notNull(),
		/** Counts changes of its content from 1; what is derived from it names the one it was derived from. */
		revision: int().notNull(),
		/** Error code of a failed one; null otherwise. */
		failure: text(),
		/** What the importer stated about consent that was given elsewhere; null: nobody stated anything. */
		consentStatement: text(),
		version: int().notNull(),
		createdBy: person(text().notNull(), {
			keeps: "a transcript is its meeting's; the id of who asked for it identifies no one any more",
			notExported: "a transcript is its meeting's; that they requested it is in their audit log",
		}),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
		/** Set once it is removed: it is no longer visible, and a job deletes its rows. */
		deletedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("transcripts", t),
		index("transcripts_by_age").on(t.orgId, t.meetingId, t.createdAtMs, t.id),
		foreignKey({
			name: "transcripts_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		// One for the tracks of a capture, however many arrive at once.
		uniqueIndex("transcripts_capture_unique")
			.on(t.orgId, t.meetingId, t.captureId)
			.where(sql`${t.captureId} is not null and ${t.deletedAtMs} is null and ${t.state} <> 'failed'`),
		byOwnId("transcripts", t),
		...knownValues("transcripts", t),
	],
);

/** A transcript as stored. */
export type TranscriptRow = typeof transcripts.$inferSelect;

/** Speakers of transcripts. */
export const speakers = table(
	"speakers",
	{
		...ofTenant({ export: "speakers" }),
		transcriptId: artifact("transcript").notNull(),
		/** Null unless the speaker is known to be a participant of the meeting. */
		participantId: id(),
		label: text().notNull(),
		/** The speaker it turned out to be: what it said counts as said by that one; null for most. */
		mergedInto: id(),
		version: int().notNull(),
	},
	(t) => [
		...tenantKeys("speakers", t),
		foreignKey({
			name: "speakers_transcript_fk",
			columns: [t.orgId, t.transcriptId],
			foreignColumns: [transcripts.orgId, transcripts.id],
		}).onDelete("cascade"),
		index("speakers_of_transcript").on(t.orgId, t.transcriptId, t.id),
	],
);

/** A speaker as stored. */
export type SpeakerRow = typeof speakers.$inferSelect;

/** Segments of transcripts: what one speaker said in a few seconds. Stored in the order in which they are read. */
export const segments = clustered(
	table(
		"segments",
		{
			orgId: tenant({ export: "segments" }).notNull(),
			transcriptId: artifact("transcript").notNull(),
			startMs: bigint().notNull(),
			/** Position in the transcript in the order of storing, from 1. */
			seq: int().notNull(),
			id: id().notNull(),
			/** Null where it is unknown who spoke. */
			speakerId: id(),
			endMs: bigint().notNull(),
			text: text().notNull(),
			language: text().notNull(),
			/** 0…1; null where the engine gives none. */
			confidence: real(),
			/** Null where the source has no times of words. */
			words: json<readonly StoredWord[]>(),
			/** Counts changes from 1. */
			revision: int().notNull(),
			edited: bool().notNull(),
			source: oneOf(...SEGMENT_SOURCES).notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.transcriptId, t.startMs, t.seq] }),
			foreignKey({
				name: "segments_transcript_fk",
				columns: [t.orgId, t.transcriptId],
				foreignColumns: [transcripts.orgId, transcripts.id],
			}).onDelete("cascade"),
			uniqueIndex("segments_id_unique").on(t.orgId, t.transcriptId, t.id),
			index("segments_of_speaker")
				.on(t.orgId, t.transcriptId, t.speakerId, t.startMs, t.seq)
				.where(sql`${t.speakerId} is not null`),
			...knownValues("segments", t),
		],
	),
);

/** A segment as stored. */
export type SegmentRow = typeof segments.$inferSelect;

/** Earlier texts of edited segments. */
export const segmentRevisions = clustered(
	table(
		"segment_revisions",
		{
			orgId: tenant({ export: "segment-revisions" }).notNull(),
			transcriptId: artifact("transcript").notNull(),
			segmentId: id().notNull(),
			/** The revision that had this text. */
			revision: int().notNull(),
			text: text().notNull(),
			speakerId: id(),
			/** Who replaced it. */
			replacedBy: person(text().notNull(), {
				keeps: "what was said in a meeting; the id of who corrected it identifies no one any more",
				notExported: "what others said; that they corrected it is in their audit log",
			}),
			replacedAtMs: instant().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.transcriptId, t.segmentId, t.revision] }),
			foreignKey({
				name: "segment_revisions_transcript_fk",
				columns: [t.orgId, t.transcriptId],
				foreignColumns: [transcripts.orgId, transcripts.id],
			}).onDelete("cascade"),
		],
	),
);

/** An earlier text of a segment as stored. */
export type SegmentRevisionRow = typeof segmentRevisions.$inferSelect;
