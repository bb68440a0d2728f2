import { sql } from "drizzle-orm";
import { artifact, person } from "../declarations.ts";
import {
	bigint,
	bool,
	foreignKey,
	id,
	index,
	instant,
	int,
	json,
	knownValues,
	oneOf,
	table,
	text,
	uniqueIndex,
} from "../dsl.ts";
import { meetings } from "./meetings.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";
import type { EngineName } from "./transcripts.ts";

/** A statement of a summary, and the segments that it is taken from. */
export interface StoredPoint {
	readonly text: string;
	readonly segmentIds: readonly string[];
	/** Start of the first of these segments. */
	readonly startMs: number;
}

/** Why a summary is of a lower level than was asked for. */
export interface SummaryFallback {
	readonly code: string;
	/** One sentence for people. */
	readonly detail: string;
}

/** What a summary says. */
export interface SummaryContent {
	readonly overview: string;
	/** The segments that the overview is taken from. */
	readonly overviewSegmentIds: readonly string[];
	readonly keyPoints: readonly StoredPoint[];
	readonly decisions: readonly StoredPoint[];
	readonly questions: readonly StoredPoint[];
	readonly keywords: readonly string[];
	/** Sections that people have changed: they stay when the summary is made again. */
	readonly editedSections: readonly string[];
	/** Segments of action items that people have deleted: they are not found again. */
	readonly dismissed: readonly string[];
	/** Null for a summary of the level that was asked for. */
	readonly fallback: SummaryFallback | null;
}

/** Summaries of meetings: one of each meeting, of its latest transcript. */
export const summaries = table(
	"summaries",
	{
		...ofTenant({ export: "summaries" }),
		id: artifact("summary").notNull(),
		meetingId: id().notNull(),
		transcriptId: id().notNull(),
		/** Revision of the transcript that it summarizes; lower than that of the transcript: it is stale. */
		transcriptRevision: int().notNull(),
		state: oneOf("processing", "ready", "failed").notNull(),
		level: oneOf("basic", "enhanced").notNull(),
		/** Name of the template it follows. */
		template: text().notNull(),
		/** BCP 47. */
		language: text().notNull(),
		/** Null until there is a result. */
		engine: json<EngineName>(),
		/** Null until there is a result. */
		content: json<SummaryContent>(),
		/** Whether people have changed it since it was made. */
		edited: bool().notNull(),
		/** Error code of a failed one; null otherwise. */
		failure: text(),
		/** The job that makes it, or made it last. */
		jobId: id(),
		version: int().notNull(),
		createdBy: person(text().notNull(), {
			keeps: "a summary is its meeting's; the id of who asked for it identifies no one any more",
			notExported: "a summary is its meeting's; that they requested it is in their audit log",
		}),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("summaries", t),
		foreignKey({
			name: "summaries_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		uniqueIndex("summaries_meeting_unique").on(t.orgId, t.meetingId),
		...knownValues("summaries", t),
	],
);

/** A summary as stored. */
export type SummaryRow = typeof summaries.$inferSelect;

/** Things to do that came up in meetings. */
export const actionItems = table(
	"action_items",
	{
		...ofTenant({ export: "action-items" }),
		meetingId: artifact("action_items").notNull(),
		/** Place among the items of the meeting, from 1. */
		position: int().notNull(),
		text: text().notNull(),
		/** The participant who does it; null while it is nobody of them. */
		ownerId: id(),
		/** Who does it, as it was said; null where nobody was named. */
		ownerName: text(),
		/** Day by which it is due, `YYYY-MM-DD`; null for none. */
		dueDay: text(),
		/** When it is due, as it was said; null for nothing. */
		dueText: text(),
		status: oneOf("open", "done", "dropped").notNull(),
		segmentIds: json<readonly string[]>().notNull(),
		/** Start of the first of these segments; null where there is none. */
		startMs: bigint(),
		/** Whether people have changed it: it stays when the summary is made again. */
		edited: bool().notNull(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("action_items", t),
		foreignKey({
			name: "action_items_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		index("action_items_of_meeting").on(t.orgId, t.meetingId, t.position, t.id),
		// Which items are those of a participant, whose person is erased?
		index("action_items_of_owner").on(t.orgId, t.meetingId, t.ownerId).where(sql`${t.ownerId} is not null`),
		...knownValues("action_items", t),
	],
);

/** An action item as stored. */
export type ActionItemRow = typeof actionItems.$inferSelect;
