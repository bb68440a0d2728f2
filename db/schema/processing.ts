import { sql } from "drizzle-orm";
import { person, tenant, within } from "../declarations.ts";
import {
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

/** Kinds of jobs that people see. */
export const PROCESSING_TYPES = ["transcription", "translation", "summary"] as const;
export type ProcessingType = (typeof PROCESSING_TYPES)[number];

/** States of such a job; `waiting`: until an engine is there. */
export const PROCESSING_STATES = ["waiting", "queued", "running", "succeeded", "failed", "cancelled"] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

/** Steps of a transcription, in order; the others have one step each. */
export const PROCESSING_STEPS = ["probe", "decode", "detect", "transcribe", "store", "translate", "summarize"] as const;
export type ProcessingStep = (typeof PROCESSING_STEPS)[number];

/** Jobs that people see: what is made of recordings and transcripts. What runs them is the queue of `jobs`. */
export const processingJobs = table(
	"processing_jobs",
	{
		...ofTenant({ export: "jobs" }),
		type: oneOf(...PROCESSING_TYPES).notNull(),
		meetingId: within({ noArtifact: "what is to be done; its result is a transcript" }).notNull(),
		/** The recording it transcribes; null for other types. */
		recordingId: id(),
		/** The participant whose track the recording is; null: it is not that of one. */
		participantId: id(),
		/** The capture whose transcript gets what is heard, within the meeting; null: it makes a transcript of its own. */
		captureId: id(),
		/** The transcript that a transcription makes, null until there is one; the one that the others are made of. */
		transcriptId: id(),
		state: oneOf(...PROCESSING_STATES).notNull(),
		step: oneOf(...PROCESSING_STEPS).notNull(),
		/** 0…1 of the whole. */
		progress: real().notNull(),
		/** Requested provider; null: as the organization's policy says. */
		provider: text(),
		/** Requested language, BCP 47: of a translation, the target; null: found out. */
		language: text(),
		/** The engine in use, with model and version; null before the first window. */
		engine: json<unknown>(),
		/** What the finished steps found: duration, channels, windows of speech. */
		findings: json<unknown>().notNull(),
		/** Error code and sentence of a failed or waiting one; null otherwise. */
		failure: json<{ readonly code: string; readonly detail: string }>(),
		attempts: int().notNull(),
		createdBy: person(text().notNull(), {
			keeps: "work on a recording of the organization; the id of who asked for it identifies no one any more",
			notExported: "work on the organization's recordings; that they requested it is in their audit log",
		}),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		startedAtMs: instant(),
		endedAtMs: instant(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("processing_jobs", t),
		byOwnId("processing_jobs", t),
		foreignKey({
			name: "processing_jobs_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		index("processing_jobs_by_age").on(t.orgId, t.createdAtMs, t.id),
		// Not led by orgId: system administrators list the jobs of all tenants.
		index("processing_jobs_in_time").on(t.createdAtMs, t.id),
		index("processing_jobs_by_state").on(t.orgId, t.state, t.createdAtMs, t.id),
		index("processing_jobs_of_meeting").on(t.orgId, t.meetingId, t.createdAtMs, t.id),
		// One unfinished job for a recording.
		uniqueIndex("processing_jobs_active_unique")
			.on(t.orgId, t.recordingId)
			.where(sql`${t.state} in ('waiting', 'queued', 'running')`),
		// Not led by orgId: system administrators list the jobs of all tenants; the next tenant is chosen among all.
		index("processing_jobs_everywhere").on(t.state, t.createdAtMs, t.id),
		// Whose turn it is: the oldest of its kind that waits for nothing.
		index("processing_jobs_runnable")
			.on(t.orgId, t.type, t.createdAtMs, t.id)
			.where(sql`${t.state} in ('queued', 'running')`),
		...knownValues("processing_jobs", t),
	],
);

/** A processing job as stored. */
export type ProcessingJobRow = typeof processingJobs.$inferSelect;

/** What the engine heard in one window of speech of an unfinished job: work that is not done twice. */
export const processingWindows = clustered(
	table(
		"processing_windows",
		{
			orgId: tenant({ notExported: "results of work that is not done" }).notNull(),
			jobId: within({ noArtifact: "results that become segments when the job ends" }).notNull(),
			/** Position among the windows of the job, from 0. */
			position: int().notNull(),
			result: json<unknown>().notNull(),
			endedAtMs: instant().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.jobId, t.position] }),
			foreignKey({
				name: "processing_windows_job_fk",
				columns: [t.orgId, t.jobId],
				foreignColumns: [processingJobs.orgId, processingJobs.id],
			}).onDelete("cascade"),
		],
	),
);

/** The result of a window as stored. */
export type ProcessingWindowRow = typeof processingWindows.$inferSelect;
