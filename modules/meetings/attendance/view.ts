import type { AttendanceRow, MeetingRow } from "#db/schema";
import { MINUTE_MS, rfc3339 } from "#kernel/clock";
import { csvWriter } from "#kernel/csv";
import { accountIdOf } from "#kernel/principal";
import { dateAt } from "#modules/meetings/series";
import type { Measured, Thresholds } from "./measure.ts";
import type { Attendee } from "./repository/rows.ts";
import type { Attendance } from "./schemas.ts";

/** Who attended. */
type Person = Pick<Attendee, "id" | "userId" | "name">;

/** Converts thresholds, which may be those of a row that has more. */
export const toThresholds = ({ lateAfterMinutes, leftEarlyMinutes, presentPercent }: Thresholds): Thresholds => ({
	lateAfterMinutes,
	leftEarlyMinutes,
	presentPercent,
});

/** Converts what was measured of a participant. */
export const toMeasuredAttendance = (
	{ id, userId, name }: Person,
	{ intervals, presentMs, measured }: Measured,
): Attendance => ({
	participantId: id,
	userId: accountIdOf(userId),
	name: name === "" ? null : name,
	intervals: intervals.map(({ joinedAtMs, leftAtMs }) => ({
		joinedAt: rfc3339(joinedAtMs),
		leftAt: rfc3339(leftAtMs),
	})),
	minutes: Math.round(presentMs / MINUTE_MS),
	status: measured,
	measured,
	corrected: null,
});

/** Converts the attendance of a participant. */
export function toAttendance(row: AttendanceRow, person: Person): Attendance {
	const shown = toMeasuredAttendance(person, row);
	const { corrected, correctedBy, reason, correctedAtMs } = row;
	if (corrected === null || correctedAtMs === null) return shown;
	return {
		...shown,
		status: corrected,
		corrected: { by: correctedBy ?? "", reason: reason ?? "", at: rfc3339(correctedAtMs) },
	};
}

/** What the lines of a file say of a meeting. */
interface LineMeeting {
	readonly meetingId: string;
	readonly title: string;
	/** Start by its series, RFC 3339; null without a series. */
	readonly occurrence: string | null;
	/** Local date on which it began; null: it has not. */
	readonly date: string | null;
}

/** Converts what the lines of a file say of a meeting. @param timezone IANA name of the zone of its date */
export const toLineMeeting = (
	{ id, title, occurrence, startedAtMs }: Pick<MeetingRow, "id" | "title" | "occurrence" | "startedAtMs">,
	timezone: string,
): LineMeeting => ({
	meetingId: id,
	title,
	occurrence,
	date: startedAtMs === null ? null : dateAt(startedAtMs, timezone),
});

/** Attendance of a person in a meeting: a line of a file, which may have several meetings. */
export interface AttendanceLine extends Attendance, LineMeeting {}

/** Attendance as lines of CSV: one for each person and meeting. */
export const attendanceCsv = csvWriter<AttendanceLine>({
	date: ({ date }) => date,
	title: ({ title }) => title,
	name: ({ name }) => name,
	status: ({ status }) => status,
	measured: ({ measured }) => measured,
	minutes: ({ minutes }) => minutes,
	firstJoinedAt: ({ intervals }) => intervals[0]?.joinedAt ?? null,
	lastLeftAt: ({ intervals }) => intervals.at(-1)?.leftAt ?? null,
	intervals: ({ intervals }) => intervals.map(({ joinedAt, leftAt }) => `${joinedAt}/${leftAt}`).join(" "),
	correctedBy: ({ corrected }) => corrected?.by ?? null,
	reason: ({ corrected }) => corrected?.reason ?? null,
	correctedAt: ({ corrected }) => corrected?.at ?? null,
	occurrence: ({ occurrence }) => occurrence,
	meetingId: ({ meetingId }) => meetingId,
	participantId: ({ participantId }) => participantId,
	userId: ({ userId }) => userId,
});
