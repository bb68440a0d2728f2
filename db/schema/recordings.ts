import { sql } from "drizzle-orm";
import { artifact, person, within } from "../declarations.ts";
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
import { blobs } from "./blobs.ts";
import { meetings } from "./meetings.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";

/** Resumable uploads of media. */
export const uploads = table(
	"uploads",
	{
		...ofTenant({ export: "uploads", erased: "what was received of them is discarded" }),
		meetingId: within({
			noArtifact: "what is received lies in drafts, and enters the ledger as a recording",
		}).notNull(),
		/** Who may continue it: the user or API key that created it. */
		createdBy: person(text().notNull(), {
			keeps: "how a recording of the organization came here; the id of who uploaded it identifies no one any more",
			notExported: "a recording is the organization's; that they uploaded it is in their audit log",
		}),
		filename: text().notNull(),
		/** As announced; what it is, its content says. */
		contentType: text().notNull(),
		/** What it may take so far, where its length is deferred. */
		sizeBytes: bigint().notNull(),
		/** Whether its length is not known yet. */
		lengthDeferred: bool().notNull().default(false),
		/** Bytes received and stored. */
		offsetBytes: bigint().notNull(),
		state: oneOf("open", "finishing", "finished", "failed", "expired", "cancelled").notNull(),
		/** Error code of a failed one; null otherwise. */
		failure: text(),
		/** Announced SHA-256 of the content, hex; null for none. */
		sha256: id(),
		/** BCP 47; null: found out from the speech. */
		language: text(),
		/** The participant whose track it is; null: it is not that of one. */
		participantId: id(),
		/** What the client calls the recording whose tracks belong together, within the meeting; null: it stands alone. */
		captureId: id(),
		/** When its recording began; null: unknown. */
		startedAtMs: instant(),
		/** What the client calls the track, by which it is known when it comes again; null: it is not. */
		trackId: id(),
		/** Whether its meeting was made for it. */
		madeMeeting: bool().notNull(),
		/** What the store needs to continue the object; null before the first byte. */
		draft: json<unknown>(),
		recordingId: id(),
		expiresAtMs: instant().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("uploads", t),
		index("uploads_of_meeting").on(t.orgId, t.meetingId, t.id),
		index("uploads_of_participant").on(t.orgId, t.participantId).where(sql`${t.participantId} is not null`),
		// One that has come to nothing may be sent again.
		uniqueIndex("uploads_track_unique")
			.on(t.orgId, t.participantId, t.createdBy, t.trackId)
			.where(sql`${t.trackId} is not null and ${t.state} in ('open', 'finishing', 'finished')`),
		foreignKey({
			name: "uploads_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		// Not led by orgId: the cleanup of what was never finished works over all tenants.
		index("uploads_expiring").on(t.expiresAtMs).where(sql`${t.state} = 'open'`),
		index("uploads_finishing").on(t.orgId).where(sql`${t.state} = 'finishing'`),
		byOwnId("uploads", t),
		...knownValues("uploads", t),
	],
);

/** An upload as stored. */
export type UploadRow = typeof uploads.$inferSelect;

/** Recordings of meetings. */
export const recordings = table(
	"recordings",
	{
		...ofTenant({ export: "recordings" }),
		id: artifact("recording").notNull(),
		meetingId: id().notNull(),
		blobId: id().notNull(),
		filename: text().notNull(),
		/** As its content says. */
		contentType: text().notNull(),
		sizeBytes: bigint().notNull(),
		/** Hex. */
		sha256: id().notNull(),
		/** Null until its content was probed. */
		durationMs: bigint(),
		/** Audio channels; null until probed. */
		channels: int(),
		hasVideo: bool(),
		/** BCP 47 as announced; null: found out from the speech. */
		language: text(),
		/** The participant whose track it is; null: it is not that of one. */
		participantId: id(),
		/** What the client calls the recording whose tracks belong together, within the meeting; null: it stands alone. */
		captureId: id(),
		/** When it began; null: unknown. */
		startedAtMs: instant(),
		/** Of a mix: the recordings that it was made of, which are the tracks of its capture; null: it is no mix. */
		mixOf: json<readonly string[]>(),
		state: oneOf("processing", "ready", "failed").notNull(),
		/** Error code of a failed one; null otherwise. */
		failure: text(),
		/** Peaks for a player: its own blob; null until made. */
		waveformBlobId: id(),
		createdBy: person(text().notNull(), {
			keeps: "a recording is the organization's; the id of who uploaded it identifies no one any more",
			notExported: "a recording is the organization's; that they uploaded it is in their audit log",
		}),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("recordings", t),
		index("recordings_by_age").on(t.orgId, t.meetingId, t.createdAtMs, t.id),
		foreignKey({
			name: "recordings_meeting_fk",
			columns: [t.orgId, t.meetingId],
			foreignColumns: [meetings.orgId, meetings.id],
		}).onDelete("cascade"),
		foreignKey({ name: "recordings_blob_fk", columns: [t.orgId, t.blobId], foreignColumns: [blobs.orgId, blobs.id] }),
		byOwnId("recordings", t),
		index("recordings_of_blob").on(t.orgId, t.blobId),
		...knownValues("recordings", t),
	],
);

/** A recording as stored. */
export type RecordingRow = typeof recordings.$inferSelect;
