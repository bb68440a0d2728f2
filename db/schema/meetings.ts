import { sql } from "drizzle-orm";
import { person, sealed } from "../declarations.ts";
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
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";
import { workspaces } from "./workspaces.ts";

/** States of a meeting. */
export const MEETING_STATES = ["scheduled", "live", "ended", "processing", "ready", "failed", "cancelled"] as const;
export type MeetingState = (typeof MEETING_STATES)[number];

/** Kinds of a meeting. */
export const MEETING_KINDS = ["standup", "class", "exam", "interview", "sales", "other"] as const;
export type MeetingKind = (typeof MEETING_KINDS)[number];

/** Who may enter a meeting. */
export const MEETING_ACCESS = ["invited", "workspace", "link"] as const;
export type MeetingAccess = (typeof MEETING_ACCESS)[number];

/** States of something made from a meeting; `none`: not asked for, `waiting`: for an engine or an upload. */
export const ARTIFACT_STATES = [
	"none",
	"waiting",
	"recording",
	"processing",
	"ready",
	"failed",
	"cancelled",
	"deleted",
] as const;
export type ArtifactState = (typeof ARTIFACT_STATES)[number];

/** What was made from a meeting, as kept with its row; absent members were never asked for. */
export interface MeetingArtifacts {
	readonly recording?: {
		readonly state: ArtifactState;
		readonly sizeBytes: number;
		readonly durationMs: number | null;
	};
	readonly transcript?: {
		readonly state: ArtifactState;
		readonly transcriptId: string | null;
		readonly languages: readonly string[];
		readonly segmentCount: number;
	};
	/** By target language, in the order in which they were asked for. */
	readonly translations?: readonly {
		readonly state: ArtifactState;
		readonly translationId: string;
		readonly transcriptId: string;
		readonly language: string;
	}[];
	readonly summary?: {
		readonly state: ArtifactState;
		readonly level: "basic" | "enhanced" | null;
	};
}

/** What a meeting asks of transcription. */
export interface TranscriptionOptions {
	readonly enabled: boolean;
	readonly live: boolean;
	/** Null: as the organization's policy says. */
	readonly provider: string | null;
	readonly translateTo: readonly string[];
}

/** Whether a meeting is being recorded in its room, as kept with its row. */
export interface RoomRecording {
	readonly state: "started" | "stopped";
	/** Participant who has started or stopped it; null: the server, or somebody who takes no part. */
	readonly byId: string | null;
	/** Code of the reason for which the server has stopped it; null otherwise. */
	readonly reason: string | null;
	readonly sinceMs: number;
}

/** What happens when none of those who run a meeting is in its room any more, as kept with its row. */
export interface WhenUnattended {
	readonly action: "continue" | "hold" | "end";
	/** How long they are waited for. */
	readonly graceSeconds: number;
	/** How long after it was held the meeting is ended; null: it is not. */
	readonly endAfterMinutes: number | null;
}

/** What participants may do to each other, as kept with the row of a meeting. */
export interface RoomRules {
	readonly chatAllowed: "everyone" | "hosts" | "off";
	readonly camerasVisibleTo: "everyone" | "hosts";
}

/** The last time that a meeting was held, as kept with its row. */
export interface RoomHold {
	readonly sinceMs: number;
	/** Null while it is. */
	readonly untilMs: number | null;
	/** Participant who was the last to run it; null: none has been there. */
	readonly missedId: string | null;
}

/** Meetings. */
export const meetings = table(
	"meetings",
	{
		...ofTenant({ export: "meetings" }),
		workspaceId: id().notNull(),
		title: text().notNull(),
		description: text(),
		kind: oneOf(...MEETING_KINDS).notNull(),
		state: oneOf(...MEETING_STATES).notNull(),
		/** Code of the reason for the state; null where it needs none. */
		stateReason: text(),
		source: oneOf("native", "upload", "import").notNull(),
		scheduledStartAtMs: instant(),
		scheduledEndAtMs: instant(),
		/** The start, otherwise the scheduled start, otherwise the creation: the order of lists. */
		startsAtMs: instant().notNull(),
		startedAtMs: instant(),
		endedAtMs: instant(),
		/** Null until the meeting ended, or while unknown. */
		durationMs: bigint(),
		/** User id of its host, or the id of the API key that made it. */
		hostId: person(text().notNull(), {
			keeps: "a meeting is the organization's; the ids of its host and its maker identify no one any more",
		}),
		/** BCP 47. */
		language: text().notNull(),
		recordingMode: oneOf("off", "manual", "auto").notNull(),
		/** Consent needed before recording and transcription, as the organization's settings were at its creation or are stricter. */
		recordingConsent: oneOf("required", "notify", "optional", "disabled").notNull(),
		transcription: json<TranscriptionOptions>().notNull(),
		access: oneOf(...MEETING_ACCESS).notNull(),
		/** Whether guests wait until they are admitted. */
		lobby: bool().notNull(),
		/** Address of a meeting held elsewhere; null: it is held here. */
		conferenceUrl: text(),
		/** SHA-256 of the join code, hex; null without one. */
		joinCodeHash: id(),
		/** The join code, sealed; null without one. */
		joinCodeSealed: sealed(text()),
		/** Member who made the join code, which ends with their membership; null without one, and for a code of no member. */
		joinCodeHolderId: id(),
		/** Its id in another system. */
		externalId: text(),
		/** The series it belongs to, which may be gone; null: none. */
		seriesId: id(),
		/** Its start by the series, RFC 3339 with the offset of the zone; null without a series. */
		occurrence: text(),
		/** The same instant. */
		occurrenceAtMs: instant(),
		/** Whether it was changed or cancelled by itself: changes of the series leave it alone. */
		changed: bool().notNull().default(false),
		artifacts: json<MeetingArtifacts>().notNull(),
		/** Null until it is recorded in its room for the first time. */
		recording: json<RoomRecording>(),
		/** Null of a former release: it continues. */
		whenUnattended: json<WhenUnattended>(),
		/** Null of a former release: everyone may. */
		roomRules: json<RoomRules>(),
		/** Null until it is held for the first time. */
		hold: json<RoomHold>(),
		/**
		 * When a purge of some of its content began that is under way; null: none is. While none is, its end tells of each
		 * class of its content whether it has expired, and the ledger of artifacts need not be asked.
		 */
		purgeStartedAtMs: instant(),
		createdBy: person(text().notNull()),
		/** Null until it is deleted: hidden from then on, until a job has removed all there is of it. */
		deletedAtMs: instant(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => {
		const isShown = sql`${t.deletedAtMs} is null`;
		return [
			...tenantKeys("meetings", t),
			foreignKey({
				name: "meetings_workspace_fk",
				columns: [t.orgId, t.workspaceId],
				foreignColumns: [workspaces.orgId, workspaces.id],
			}).onDelete("cascade"),
			// A join code names its organization, as API keys do.
			uniqueIndex("meetings_join_code_unique").on(t.orgId, t.joinCodeHash).where(sql`${t.joinCodeHash} is not null`),
			uniqueIndex("meetings_external_id_unique").on(t.orgId, t.externalId).where(sql`${t.externalId} is not null`),
			// One meeting for each occurrence; those that the series itself cancelled make room for another.
			uniqueIndex("meetings_occurrence_unique")
				.on(t.orgId, t.seriesId, t.occurrenceAtMs)
				.where(sql`${t.occurrenceAtMs} is not null and (${t.changed} or ${t.state} <> 'cancelled')`),
			index("meetings_of_series")
				.on(t.orgId, t.seriesId, t.occurrenceAtMs, t.id)
				.where(sql`${t.occurrenceAtMs} is not null`),
			index("meetings_live").on(t.orgId, t.workspaceId, t.id).where(sql`${t.state} = 'live'`),
			byOwnId("meetings", t),
			index("meetings_by_start").on(t.orgId, t.startsAtMs, t.id).where(isShown),
			index("meetings_by_state").on(t.orgId, t.state, t.startsAtMs, t.id).where(isShown),
			index("meetings_of_workspace_by_state").on(t.orgId, t.workspaceId, t.state, t.startsAtMs, t.id).where(isShown),
			index("meetings_of_host").on(t.orgId, t.hostId, t.startsAtMs, t.id).where(isShown),
			index("meetings_by_code_holder")
				.on(t.orgId, t.joinCodeHolderId, t.id)
				.where(sql`${t.joinCodeHolderId} is not null`),
			// Of all meetings, for the foreign key; whether one is shown is read from it.
			index("meetings_of_workspace").on(t.orgId, t.workspaceId, t.startsAtMs, t.id, t.deletedAtMs),
			...knownValues("meetings", t),
		];
	},
);

/** A meeting as stored. */
export type MeetingRow = typeof meetings.$inferSelect;

/** Secret addresses at which people subscribe to the calendar of their meetings. */
export const calendarFeeds = table(
	"calendar_feeds",
	{
		...ofTenant({ export: "calendar-feeds" }),
		userId: person(id().notNull()),
		/** SHA-256 of the secret of its address, hex. */
		secretHash: id().notNull(),
		createdAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("calendar_feeds", t),
		uniqueIndex("calendar_feeds_user_unique").on(t.orgId, t.userId),
		// The address names the organization, as API keys do.
		uniqueIndex("calendar_feeds_secret_unique").on(t.orgId, t.secretHash),
		// Not led by orgId: which rows name this person, when their account is erased?
		index("calendar_feeds_of_user").on(t.userId, t.orgId),
	],
);

/** A calendar feed as stored. */
export type CalendarFeedRow = typeof calendarFeeds.$inferSelect;
