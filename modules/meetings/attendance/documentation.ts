import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { okResponse, versionedResponse } from "#http/resource";
import { ofLiveMeeting } from "#modules/meetings/meetings";
import { type Attendance, Attendance as AttendanceSchema, attendanceFields } from "./schemas.ts";
import { type SeriesAttendance, seriesAttendanceFields } from "./series-schemas.ts";
import { attendanceCsv } from "./view.ts";

const tag: Tag = { name: "Attendance", description: "Who was in a meeting, when, and for how long." };

const measured: Attendance = {
	participantId: "par_01jd0z7v9gf2nbrexx3vqjhp41",
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Ada Lovelace",
	intervals: [{ joinedAt: "2030-01-01T09:37:12.000Z", leftAt: "2030-01-01T10:15:00.000Z" }],
	minutes: 38,
	status: "late",
	measured: "late",
	corrected: null,
};
const corrected: Attendance = {
	...measured,
	status: "present",
	corrected: {
		by: "usr_01jd0z7v9gf2nbrexx3vqjhp42",
		reason: "The bus was late",
		at: "2030-01-01T11:00:00.000Z",
	},
};
const meetingId = "mtg_01jd0z7v9gf2nbrexx3vqjhp41";
const occurrence = "2030-01-01T09:30:00+00:00";
const line = { ...measured, meetingId, title: "Optics", occurrence, date: "2030-01-01" };
const term: SeriesAttendance = {
	seriesId: "ser_01jd0z7v9gf2nbrexx3vqjhp41",
	meetings: [
		{
			meetingId,
			occurrence,
			title: "Optics",
			startedAt: "2030-01-01T09:30:00.000Z",
			endedAt: "2030-01-01T10:15:00.000Z",
			attendance: "ready",
		},
	],
	rows: [
		{
			participantId: measured.participantId,
			userId: measured.userId,
			name: measured.name,
			present: 0,
			late: 1,
			leftEarly: 0,
			absent: 0,
			minutes: 38,
			cells: [
				{
					meetingId,
					occurrence,
					participantId: measured.participantId,
					status: "late",
					measured: "late",
					minutes: 38,
					corrected: null,
				},
			],
		},
	],
};
const csv = { schema: Type.String(), example: attendanceCsv.header + attendanceCsv.line(line) };

/** Documentation of the operations on attendance. */
export const documentation = {
	list: operation({
		id: "listAttendance",
		summary: "List the attendance of a meeting",
		description:
			"One row for each participant who was in the room or was invited. Callers with the right to run the meeting see all " +
			"rows, other participants their own.\n\nPresence is measured by connections to the room, as far as the participant is admitted: " +
			"waiting in the lobby does not count. An interval ends when the last connection does, however it ends; if a server is " +
			"killed, when it was last alive. While the meeting is live, rows show attendance up to now, and no participant who was there is " +
			"absent. After the end (`attendance.ready`) they are final, by the thresholds in `settings.attendance` at that time (`include=thresholds`). " +
			"The start that counts is the later of the scheduled and the actual one, the end the earlier; a meeting that ended by " +
			"itself ended when the last participant left.\n\nRows are kept for the `transcripts` period of the retention policy " +
			"(`examData` for an exam). Meetings that were uploaded or are held elsewhere have no attendance: 409.\n\nWith " +
			"`Accept: text/csv` or `format=csv`, responds with all rows; `limit`, `cursor` and `fields` do not apply. Cells that a " +
			"spreadsheet would execute begin with `'`.",
		tag,
		examples: ofLiveMeeting,
		responses: {
			200: {
				...pageResponse("A page of rows", attendanceFields.schema, "Attendance retrieved", measured),
				alternatives: { "text/csv": csv },
			},
		},
		errors: ["not_found", "forbidden", "purged", "state_conflict"],
	}),

	ofSeries: operation({
		id: "getSeriesAttendance",
		summary: "Get the attendance of a series",
		description:
			"Attendance of the meetings of a series that took place, with one row for each person: counts of statuses, minutes, and a cell " +
			"for each meeting. `from` and `to` limit the occurrences. If the series was split (`previousSeriesId`), meetings of the earlier " +
			"parts are included, so a term is one table. Each meeting has thresholds of its own (`include=thresholds`).\n\nEach meeting shows what `GET /meetings/{meetingId}/attendance` shows: all rows to " +
			"callers with the right to run it, their own row to other participants, and nothing to others. Corrected statuses count; " +
			"`measured` stays. `minutes` of a row is the sum of its cells.\n\nMembers have one row for all meetings. Guests have one for each " +
			"meeting, because a name does not identify a person. A period has at most 1,000 meetings and, as JSON, 40,000 cells: otherwise " +
			"400.\n\nWith `Accept: text/csv` or `format=csv`, responds with one line for each person and meeting, in the columns of the file of " +
			"one meeting; `date` is the local date in the time zone of the series. Such a file can be filtered, summed and pivoted. Cells " +
			"that a spreadsheet would execute begin with `'`.",
		tag,
		responses: {
			200: {
				...okResponse("The attendance", seriesAttendanceFields.schema, "Attendance retrieved", term),
				alternatives: { "text/csv": csv },
			},
		},
		errors: ["not_found", "forbidden", "purged", "invalid_request"],
	}),

	correct: operation({
		id: "correctAttendance",
		summary: "Correct the attendance of a participant",
		description:
			"Sets the status that counts; `measured` stays, and the audit log records the change. With `status: null`, the " +
			"measured status applies again. Possible once the attendance is ready. Requires the right to run the meeting.",
		tag,
		request: { status: "present", reason: "The bus was late" },
		responses: { 200: versionedResponse("The row", AttendanceSchema, "Attendance corrected", corrected) },
		errors: ["not_found", "forbidden", "purged", "state_conflict", "precondition_failed"],
	}),
};
