import { rfc3339 } from "#kernel/clock";
import type { PastMeeting } from "#modules/meetings/meetings";
import type { Thresholds } from "./measure.ts";
import type { AttendedRow } from "./repository/rows.ts";
import type { AttendanceState, SeriesAttendance, SeriesAttendanceCell, SeriesAttendanceRow } from "./series-schemas.ts";
import { toAttendance, toThresholds } from "./view.ts";

/** A meeting of a series, and whether it has attendance. */
export interface Column extends PastMeeting {
	readonly attendance: AttendanceState;
	/** Undefined: it has no attendance, or they were not asked for. */
	readonly thresholds: Thresholds | undefined;
}

/** The attendance of a participant, and the meeting. */
export interface Cell {
	readonly meeting: PastMeeting["meeting"];
	readonly row: AttendedRow;
}

/** Converts a meeting of a series. */
export const toSeriesMeeting = ({ meeting, attendance, thresholds }: Column): SeriesAttendance["meetings"][number] => ({
	meetingId: meeting.id,
	occurrence: meeting.occurrence ?? "",
	title: meeting.title,
	startedAt: rfc3339(meeting.startedAtMs ?? 0),
	endedAt: rfc3339(meeting.endedAtMs ?? 0),
	attendance,
	...(thresholds && { thresholds: toThresholds(thresholds) }),
});

const COUNTED = { present: "present", late: "late", left_early: "leftEarly", absent: "absent" } as const;

/**
 * Collects cells into one row for each person. Members are the same in all meetings; a guest is a participant of one meeting, and
 * two of them who give the same name need not be the same person.
 */
export class PersonRows {
	readonly #rows = new Map<string, SeriesAttendanceRow>();

	/** Adds a cell; those of earlier meetings first. */
	add({ meeting, row }: Cell): void {
		const { participantId, userId, name, status, measured, minutes, corrected } = toAttendance(row, row);
		const { id: meetingId, occurrence } = meeting;
		const person = row.userId ?? participantId;
		const counts = { present: 0, late: 0, leftEarly: 0, absent: 0, minutes: 0 };
		const of = this.#rows.get(person) ?? { participantId, userId, name, ...counts, cells: [] };
		const cell: SeriesAttendanceCell = {
			meetingId,
			occurrence: occurrence ?? "",
			participantId,
			status,
			measured,
			minutes,
			corrected,
		};
		of.name = name ?? of.name;
		of[COUNTED[status]]++;
		// Of rounded minutes, so that it is what a reader who adds up the cells gets.
		of.minutes += minutes;
		of.cells.push(cell);
		this.#rows.set(person, of);
	}

	/** The rows, in the order in which they began. */
	get all(): SeriesAttendanceRow[] {
		return [...this.#rows.values()];
	}
}
