import { sql } from "drizzle-orm";
import { artifact, person, tenant, within } from "../declarations.ts";
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
} from "../dsl.ts";
import { meetings } from "./meetings.ts";
import { organizations } from "./organizations.ts";

/** How somebody attended a meeting. */
export const ATTENDANCE_STATUSES = ["present", "late", "left_early", "absent"] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

/** A time in the room of a meeting, in Unix ms. */
export interface AttendedInterval {
	readonly joinedAtMs: number;
	readonly leftAtMs: number;
}

/** The instances that note who is in rooms, and when each was last alive. */
export const attendanceInstances = table("attendance_instances", {
	id: id().primaryKey(),
	seenAtMs: instant().notNull(),
});

/** An instance as stored. */
export type AttendanceInstanceRow = typeof attendanceInstances.$inferSelect;

/** Who is in the rooms of meetings: a stretch is a time in which one instance had connections of one participant. */
export const attendanceStretches = clustered(
	table(
		"attendance_stretches",
		{
			orgId: tenant({ notExported: "who is in a room while the meeting lasts; attendance has the result" }).notNull(),
			// Without a foreign key: it is written in batches, of which no meeting that is gone must fail the others.
			meetingId: within({
				noArtifact: "who is in a room while the meeting lasts; its end makes attendance of it",
			}).notNull(),
			participantId: id().notNull(),
			joinedAtMs: instant().notNull(),
			instanceId: id().notNull(),
			/** Null while the participant is there; of an instance that was killed, until another closes it. */
			leftAtMs: instant(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meetingId, t.participantId, t.joinedAtMs, t.instanceId] }),
			foreignKey({
				name: "attendance_stretches_org_fk",
				columns: [t.orgId],
				foreignColumns: [organizations.id],
			}).onDelete("cascade"),
			// Not led by orgId: what was an instance in the middle of when it was killed?
			index("attendance_stretches_open")
				.on(t.instanceId, t.orgId, t.meetingId, t.participantId, t.joinedAtMs)
				.where(sql`${t.leftAtMs} is null`),
		],
	),
);

/** A stretch as stored. */
export type AttendanceStretchRow = typeof attendanceStretches.$inferSelect;

/** The thresholds of attendance, as they were at the end of each meeting: later ones do not change what was measured. */
export const attendanceSheets = clustered(
	table(
		"attendance_sheets",
		{
			orgId: tenant({ export: "attendance-sheets" }).notNull(),
			meetingId: artifact("attendance").notNull(),
			lateAfterMinutes: int().notNull(),
			leftEarlyMinutes: int().notNull(),
			presentPercent: int().notNull(),
			/** Null until the rows of all participants are there. */
			readyAtMs: instant(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meetingId] }),
			foreignKey({
				name: "attendance_sheets_meeting_fk",
				columns: [t.orgId, t.meetingId],
				foreignColumns: [meetings.orgId, meetings.id],
			}).onDelete("cascade"),
		],
	),
);

/** A sheet as stored. */
export type AttendanceSheetRow = typeof attendanceSheets.$inferSelect;

/** Attendance of participants of meetings that are over. */
export const attendanceRows = clustered(
	table(
		"attendance_rows",
		{
			orgId: tenant({ export: "attendance" }).notNull(),
			meetingId: artifact("attendance").notNull(),
			participantId: id().notNull(),
			/** Oldest first. */
			intervals: json<readonly AttendedInterval[]>().notNull(),
			/** Sum of the intervals. */
			presentMs: bigint().notNull(),
			measured: oneOf(...ATTENDANCE_STATUSES).notNull(),
			/** In place of what was measured; null: it was not corrected. */
			corrected: oneOf(...ATTENDANCE_STATUSES),
			/** Who corrected it: a user id, or the id of an API key. */
			correctedBy: person(text(), {
				keeps: "a correction is about another person; the id of who made it identifies no one any more",
				notExported: "that they corrected it is in their audit log",
			}),
			reason: text(),
			correctedAtMs: instant(),
			version: int().notNull(),
		},
		(t) => [
			primaryKey({ columns: [t.orgId, t.meetingId, t.participantId] }),
			foreignKey({
				name: "attendance_rows_meeting_fk",
				columns: [t.orgId, t.meetingId],
				foreignColumns: [meetings.orgId, meetings.id],
			}).onDelete("cascade"),
			...knownValues("attendance_rows", t),
		],
	),
);

/** Attendance of a participant as stored. */
export type AttendanceRow = typeof attendanceRows.$inferSelect;
