import { sql } from "drizzle-orm";
import { tenant, within } from "../declarations.ts";
import {
	bigint,
	bool,
	clustered,
	foreignKey,
	id,
	index,
	instant,
	int,
	primaryKey,
	table,
	uniqueIndex,
} from "../dsl.ts";
import { organizations } from "./organizations.ts";
import { transcripts } from "./transcripts.ts";

/**
 * What the search index knows of a transcript. No foreign key leads to the transcript: its documents are removed from
 * the index before this row, which may be after the transcript is gone.
 */
export const transcriptIndexes = clustered(
	table(
		"transcript_indexes",
		{
			orgId: tenant({
				notExported: "an index of what is exported",
				erased: "their documents leave the index",
			}).notNull(),
			transcriptId: within({
				noArtifact: "numbers in the search index; they and its words are removed with the transcript",
			}).notNull(),
			meetingId: id().notNull(),
			/** Number of the transcript in the whole database, from 1: part of the number of each of its documents. */
			number: int().notNull(),
			/** The moment from which its times are counted, Unix ms. */
			startedAtMs: instant().notNull(),
			/** Whether its documents are to be removed, and then this row. */
			removed: bool().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.transcriptId] }),
			foreignKey({
				name: "transcript_indexes_org_fk",
				columns: [t.orgId],
				foreignColumns: [organizations.id],
			}).onDelete("cascade"),
			// Not led by orgId: no two transcripts have the same number.
			uniqueIndex("transcript_indexes_number_unique").on(t.number),
			index("transcript_indexes_of_meeting").on(t.orgId, t.meetingId, t.number),
			index("transcript_indexes_removed").on(t.orgId, t.number).where(sql`${t.removed}`),
		],
	),
);

/** What the search index knows of a transcript, as stored. */
export type TranscriptIndexRow = typeof transcriptIndexes.$inferSelect;

/** Parts of transcripts that are to be indexed, or indexed again. */
export const unindexedSegments = clustered(
	table(
		"unindexed_segments",
		{
			orgId: tenant({ notExported: "work of the indexer" }).notNull(),
			transcriptId: within({ noArtifact: "which segments are to be indexed" }).notNull(),
			/** Start of the first segment, in ms of the transcript. */
			fromMs: bigint().notNull(),
			/** Start of the last segment, in ms of the transcript. */
			toMs: bigint().notNull(),
			/** Those with the earliest are indexed first; of what is older than the index it is 9,000,000,000,000,000. */
			dueAtMs: instant().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.transcriptId, t.fromMs] }),
			foreignKey({
				name: "unindexed_segments_transcript_fk",
				columns: [t.orgId, t.transcriptId],
				foreignColumns: [transcripts.orgId, transcripts.id],
			}).onDelete("cascade"),
			// Not led by orgId: the indexer works for all tenants.
			index("unindexed_segments_by_turn").on(t.dueAtMs, t.orgId, t.transcriptId, t.fromMs),
			index("unindexed_segments_turns").on(t.orgId, t.dueAtMs, t.transcriptId, t.fromMs),
		],
	),
);

/** A part of a transcript that is to be indexed, as stored. */
export type UnindexedRow = typeof unindexedSegments.$inferSelect;
