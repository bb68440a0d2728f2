import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { OrganizationSettings } from "#modules/tenancy/settings";
import { parseReason } from "./parse.ts";
import { ATTENDANCE_STATUSES } from "./values.ts";

const Interval = closed({ joinedAt: Timestamp, leftAt: Timestamp });

const STATUS =
	"`absent`: there for less than `presentPercent` of the meeting; otherwise `late`: first joined more than " +
	"`lateAfterMinutes` after its start; otherwise `left_early`: left for the last time more than `leftEarlyMinutes` before its " +
	"end; otherwise `present`";

/** By what statuses are measured. */
export const AttendanceThresholds = OrganizationSettings.properties.attendance;

/** How a participant attended a meeting. */
export const Attendance = closed(
	{
		participantId: Id("par", "id of the participant"),
		userId: Nullable(
			Id(
				"usr",
				"their account; null for a guest, and for a person without an account here (token of the identity provider)",
			),
		),
		name: Nullable(
			Type.String({ description: "As given when they last joined; null once the person has been erased." }),
		),
		intervals: Type.Array(Interval, {
			description:
				"When they were in the room, oldest first. Several devices at once are one interval, and so are two that are at most " +
				"a minute apart.",
		}),
		minutes: Type.Integer({ minimum: 0, description: "Sum of the intervals, rounded." }),
		status: OneOf(ATTENDANCE_STATUSES, "the corrected status, otherwise the measured one"),
		measured: OneOf(ATTENDANCE_STATUSES, STATUS),
		corrected: Nullable(
			closed({
				by: Type.String({ description: "Id of the user or API key that corrected it." }),
				reason: Type.String(),
				at: Timestamp,
			}),
		),
		thresholds: Type.Optional({
			...AttendanceThresholds,
			description:
				"With `include=thresholds`: those at the end of the meeting, the same in all rows; while it is live, those of " +
				"`settings.attendance`, of which `presentPercent` counts only at the end.",
		}),
	},
	{ $id: "Attendance" },
);
export type Attendance = typeof Attendance.static;

/** Attendance as `fields` may select it. */
export const attendanceFields = selectable(Attendance);

/** Attendance that is corrected. */
export const CorrectAttendanceRequest = closed(
	{
		status: Nullable(OneOf(ATTENDANCE_STATUSES, "the correct status; null: the measured one applies again")),
		reason: checked(
			Type.String({ description: "Why it is corrected: 1…500 characters after trimming.", examples: ["Was ill"] }),
			parseReason,
		),
	},
	{ $id: "CorrectAttendanceRequestBody" },
);
export type CorrectAttendanceRequest = typeof CorrectAttendanceRequest.static;

const count = (description: string) => Type.Integer({ minimum: 0, description });

/** The attendance of a meeting as events include it: numbers alone. */
export const RecordedAttendance = closed(
	{
		meetingId: Id("mtg", "id of the meeting"),
		present: count("Participants who were present."),
		late: count("Participants who came late."),
		leftEarly: count("Participants who left early."),
		absent: count("Participants who were absent, including participants who were invited and never came."),
		thresholds: AttendanceThresholds,
	},
	{ $id: "RecordedAttendance" },
);
export type RecordedAttendance = typeof RecordedAttendance.static;

/** Path of the attendance of a meeting. */
export const AttendanceParams = closed({ meetingId: Id("mtg", "id of the meeting") });

/** Path of the attendance of a participant. */
export const AttendeeParams = closed({
	meetingId: Id("mtg", "id of the meeting"),
	participantId: Id("par", "id of the participant"),
});

/** Formats of attendance, see `formatOf`. */
export const formatParameter = {
	format: Type.Optional(
		OneOf(["json", "csv"], "`csv`: all rows as a file; default: the format of `Accept`, otherwise JSON"),
	),
};

/** Adds the thresholds of meetings. */
export const includeParameter = {
	include: Type.Optional(OneOf(["thresholds"], "`thresholds`: by what the statuses are measured")),
};

/** Options of the list. */
export const ListAttendanceQuery = listQuery({ ...formatParameter, ...includeParameter });
export type ListAttendanceQuery = typeof ListAttendanceQuery.static;
