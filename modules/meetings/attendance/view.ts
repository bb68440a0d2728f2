import type { AttendanceRow } from "#db/schema";
import { MINUTE_MS, rfc3339 } from "#kernel/clock";
import { csvWriter } from "#kernel/csv";
import { accountIdOf } from "#kernel/principal";
import type { Measured } from "./measure.ts";
import type { Attendee } from "./repository/rows.ts";
import type { Attendance } from "./schemas.ts";

/** Who attended. */
type Person = Pick<Attendee, "id" | "userId" | "name">;

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

/** Attendance of a person in a meeting: a line of a file, which may have several meetings. */
export interface AttendanceLine extends Attendance {
	readonly meetingId: string;
	readonly title: string;
}

/** Attendance as lines of CSV: one for each person and meeting. */
export const attendanceCsv = csvWriter<AttendanceLine>({
	meetingId: ({ meetingId }) => meetingId,
	title: ({ title }) => title,
	participantId: ({ participantId }) => participantId,
	userId: ({ userId }) => userId,
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
});
