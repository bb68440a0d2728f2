import { sql } from "drizzle-orm";
import { person, sealed } from "../declarations.ts";
import { foreignKey, id, index, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { MEETING_ACCESS, type MeetingRow } from "./meetings.ts";
import { byOwnId, ofTenant, tenantKeys } from "./of-tenant.ts";
import { workspaces } from "./workspaces.ts";

/** Whether the meetings of a series have one join code, or one each. */
export const SERIES_JOIN_CODES = ["shared", "each"] as const;

/** A member who takes part in the meetings of a series. */
export interface SeriesParticipant {
	readonly userId: string;
	readonly role: "host" | "participant";
}

/** Columns that the meetings of a series get from it. */
export type SeriesOptions = Pick<
	MeetingRow,
	| "kind"
	| "language"
	| "recordingMode"
	| "recordingConsent"
	| "transcription"
	| "lobby"
	| "whenUnattended"
	| "roomRules"
	| "conferenceUrl"
>;

/** Series of meetings. */
export const series = table(
	"series",
	{
		...ofTenant({ export: "series" }),
		workspaceId: id().notNull(),
		title: text().notNull(),
		description: text(),
		/** Recurrence rule (RFC 5545) without its name, in normal form. */
		rule: text().notNull(),
		/** Local date-time of the zone, without offset. */
		startsAt: text().notNull(),
		timezone: text().notNull(),
		durationMinutes: int().notNull(),
		/** Occurrences that are left out, local date-times. */
		exDates: json<readonly string[]>().notNull(),
		/** Further occurrences, local date-times; on holidays, too. */
		rDates: json<readonly string[]>().notNull(),
		/** Local date-time after which no occurrence begins; null: none but the limit of all series. */
		until: text(),
		joinCode: oneOf(...SERIES_JOIN_CODES).notNull(),
		access: oneOf(...MEETING_ACCESS).notNull(),
		/** What its meetings have besides. */
		options: json<SeriesOptions>().notNull(),
		/** Members who take part besides the host. */
		participants: person(json<readonly SeriesParticipant[]>().notNull(), {
			keeps: "ids of members, which identify no one once they are gone; a member who has left is not added to meetings",
			notExported: "their participation is exported with the meetings",
		}),
		/** User id of the host of its meetings, or the id of the API key that made it. */
		hostId: person(text().notNull(), {
			keeps: "a series is the organization's; the id of its host identifies no one any more",
		}),
		/** The series that it continues, which was split; null: none. */
		previousId: id(),
		/** SHA-256 of the join code of all its meetings, hex; null without one. */
		joinCodeHash: id(),
		/** The join code, sealed; null without one. */
		joinCodeSealed: sealed(text()),
		/** Member who made the join code, which ends with their membership; null without one, and for a code of no member. */
		joinCodeHolderId: id(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("series", t),
		foreignKey({
			name: "series_workspace_fk",
			columns: [t.orgId, t.workspaceId],
			foreignColumns: [workspaces.orgId, workspaces.id],
		}).onDelete("cascade"),
		byOwnId("series", t),
		index("series_of_workspace").on(t.orgId, t.workspaceId, t.createdAtMs, t.id),
		uniqueIndex("series_join_code_unique").on(t.orgId, t.joinCodeHash).where(sql`${t.joinCodeHash} is not null`),
		index("series_by_code_holder").on(t.orgId, t.joinCodeHolderId, t.id).where(sql`${t.joinCodeHolderId} is not null`),
		...knownValues("series", t),
	],
);

/** A series as stored. */
export type SeriesRow = typeof series.$inferSelect;
