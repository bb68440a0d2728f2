import { and, eq, inArray } from "drizzle-orm";
import { keyset, sliceValues } from "#db/keyset";
import { type AttendanceSheetRow, attendanceRows, attendanceSheets, participants } from "#db/schema";
import { type Bound, type Each, each, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { type AttendedRow, attendedColumns } from "./rows.ts";

/** Several meetings of one organization. */
interface OfMeetings {
	readonly orgId: string;
	readonly meetingIds: readonly string[];
}

type Bindable = { readonly orgId: string; readonly meetingIds: Each<string> };
const sheetsOf = readRows((db, { orgId, meetingIds }: Bound<Bindable>) =>
	db
		.select()
		.from(attendanceSheets)
		.where(and(eq(attendanceSheets.orgId, orgId), inArray(attendanceSheets.meetingId, meetingIds))),
);

/** Returns the sheets of several meetings. */
export const listSheets = (db: ReadDb, { orgId, meetingIds }: OfMeetings): Promise<AttendanceSheetRow[]> =>
	sheetsOf(db, { orgId, meetingIds: each(meetingIds) });

/** Order of the attendance of several meetings: that of its key. */
export const byMeeting = keyset("asc", {
	meetingId: attendanceRows.meetingId,
	participantId: attendanceRows.participantId,
});

type AttendedSlice = Bindable & {
	readonly participantIds: Each<string> | undefined;
	readonly after: Each<string | number> | undefined;
	readonly take: number;
};
const attended = readRows((db, { orgId, meetingIds, participantIds, after, take }: Bound<AttendedSlice>) =>
	db
		.select(attendedColumns)
		.from(attendanceRows)
		.crossJoin(participants)
		.where(
			and(
				eq(attendanceRows.orgId, orgId),
				inArray(attendanceRows.meetingId, meetingIds),
				participantIds && inArray(attendanceRows.participantId, participantIds),
				eq(participants.orgId, orgId),
				eq(participants.id, attendanceRows.participantId),
				byMeeting.after(after),
			),
		)
		.orderBy(...byMeeting.by)
		.limit(take),
);

/**
 * Returns a slice of the attendance of several meetings, {@link byMeeting}.
 * @param participantIds these participants alone; null: all
 */
export const listAttendedOf = (
	db: ReadDb,
	{ orgId, meetingIds }: OfMeetings,
	participantIds: readonly string[] | null,
	slice: Slice,
): Promise<AttendedRow[]> =>
	attended(db, {
		orgId,
		meetingIds: each(meetingIds),
		participantIds: participantIds === null ? undefined : each(participantIds),
		...sliceValues(slice),
	});
