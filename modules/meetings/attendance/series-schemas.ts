import { Type } from "@sinclair/typebox";
import { fieldsParameter, selectable } from "#http/fields";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { RecordedMeeting } from "#modules/meetings/meetings";
import { OccurrenceTime, periodParameters } from "#modules/meetings/series";
import { Attendance, AttendanceThresholds, formatParameter, includeParameter } from "./schemas.ts";

const { participantId, userId, status, measured, minutes, corrected } = Attendance.properties;
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** Whether a meeting of a series has attendance. */
export const ATTENDANCE_STATES = ["ready", "pending", "none"] as const;
export type AttendanceState = (typeof ATTENDANCE_STATES)[number];

const SeriesAttendanceMeeting = closed({
	meetingId: Id("mtg", "id of the meeting"),
	occurrence: OccurrenceTime,
	title: RecordedMeeting.properties.title,
	startedAt: Timestamp,
	endedAt: Timestamp,
	attendance: OneOf(
		ATTENDANCE_STATES,
		"`ready`; `pending`: measured in a moment; `none`: held elsewhere, never stored, or no longer kept",
	),
	thresholds: Type.Optional({
		...AttendanceThresholds,
		description: "With `include=thresholds`: those at the end of the meeting. Absent if it has no attendance.",
	}),
});

const SeriesAttendanceCell = closed({
	meetingId: Id("mtg", "id of the meeting"),
	occurrence: OccurrenceTime,
	participantId,
	status,
	measured,
	minutes,
	corrected,
});
/** The attendance of a person in one meeting of a series. */
export type SeriesAttendanceCell = typeof SeriesAttendanceCell.static;

const SeriesAttendanceRow = closed({
	participantId: Id("par", "id of the participant in the first meeting of the row: no other row has it"),
	userId,
	name: Nullable(Type.String({ description: "As given in the last meeting of the row." })),
	present: count("Meetings in which the person was present."),
	late: count("Meetings for which the person was late."),
	leftEarly: count("Meetings that the person left early."),
	absent: count("Meetings from which the person was absent."),
	minutes: count("Sum of `minutes` of the cells."),
	cells: Type.Array(SeriesAttendanceCell, {
		description:
			"One for each meeting in which the person was, or to which they were invited, in the order of `meetings`.",
	}),
});
/** The attendance of a person in the meetings of a series. */
export type SeriesAttendanceRow = typeof SeriesAttendanceRow.static;

/** How the meetings of a series were attended. */
export const SeriesAttendance = closed(
	{
		seriesId: Id("ser", "id of the series"),
		meetings: Type.Array(SeriesAttendanceMeeting, {
			description: "Meetings that took place and that the caller may enter, in the order of their occurrences.",
		}),
		rows: Type.Array(SeriesAttendanceRow, {
			description:
				"One for each member, and one for each guest of each meeting: guests have no identity beyond it. In the order of " +
				"their first meetings.",
		}),
	},
	{ $id: "SeriesAttendance" },
);
export type SeriesAttendance = typeof SeriesAttendance.static;

/** Attendance of a series as `fields` may select it. */
export const seriesAttendanceFields = selectable(SeriesAttendance);

/** Which part of a series is read, and in which format. */
export const SeriesAttendanceQuery = closed({
	...periodParameters,
	...formatParameter,
	...includeParameter,
	...fieldsParameter,
});
export type SeriesAttendanceQuery = typeof SeriesAttendanceQuery.static;
