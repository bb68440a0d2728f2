import { and, count, eq, isNotNull, or, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type Keyset, keyset, type SliceValues, sliceValues } from "#db/keyset";
import { portionDeletion } from "#db/portions";
import {
	type AttendanceRow,
	type AttendanceSheetRow,
	type AttendanceStatus,
	attendanceRows,
	attendanceSheets,
	type ParticipantRow,
	participants,
} from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };
type OfParticipant = OfMeeting & { readonly participantId: string };

/** Who is, or was to be, in a meeting. */
export type Attendee = Pick<ParticipantRow, "id" | "userId" | "name" | "state" | "leftAtMs" | "createdAtMs">;

/** The attendance of a participant, and who they are. */
export type AttendedRow = AttendanceRow & Pick<Attendee, "id" | "userId" | "name" | "createdAtMs">;

/** Order of the participants of a meeting. */
export const oldestFirst: Keyset<Pick<Attendee, "createdAtMs" | "id">> = keyset("asc", {
	createdAtMs: participants.createdAtMs,
	id: participants.id,
});

const findSheet = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select()
		.from(attendanceSheets)
		.where(and(eq(attendanceSheets.orgId, orgId), eq(attendanceSheets.meetingId, meetingId)))
		.limit(1),
);
const insertSheet = write((tx, row: Bound<AttendanceSheetRow>) =>
	tx.insert(attendanceSheets).values(row).onConflictDoNothing(),
);
const setReady = write((tx, { orgId, meetingId, readyAtMs }: Bound<OfMeeting & { readonly readyAtMs: number }>) =>
	tx
		.update(attendanceSheets)
		.set({ readyAtMs })
		.where(and(eq(attendanceSheets.orgId, orgId), eq(attendanceSheets.meetingId, meetingId))),
);

/** The thresholds of meetings, and whether their attendance is ready. */
export const sheets = {
	find: (db: ReadDb, { orgId, meetingId }: OfMeeting): Promise<AttendanceSheetRow | undefined> =>
		findSheet(db, { orgId, meetingId }),
	insert: (tx: Db, row: AttendanceSheetRow): Promise<number> => insertSheet(tx, row),
	setReady: (tx: Db, row: OfMeeting & { readonly readyAtMs: number }): Promise<number> => setReady(tx, row),
};

type AttendeeSlice = OfMeeting & SliceValues & { readonly only: string | undefined };
const attendees = readRows((db, { orgId, meetingId, only, after, take }: Bound<AttendeeSlice>) =>
	db
		.select({
			id: participants.id,
			userId: participants.userId,
			name: participants.name,
			state: participants.state,
			leftAtMs: participants.leftAtMs,
			createdAtMs: participants.createdAtMs,
		})
		.from(participants)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				only && eq(participants.id, only),
				or(eq(participants.state, sql`'invited'`), isNotNull(participants.joinedAtMs)),
				oldestFirst.after(after),
			),
		)
		.orderBy(...oldestFirst.by)
		.limit(take),
);

/** Returns a slice of those who were in a meeting, or were invited, {@link oldestFirst}. @param only one participant alone */
export const listAttendees = (
	db: ReadDb,
	{ orgId, meetingId }: OfMeeting,
	only: string | undefined,
	slice: Slice,
): Promise<Attendee[]> => attendees(db, { orgId, meetingId, only, ...sliceValues(slice) });

/** Columns of the attendance of a participant, and of who they are. */
export const attendedColumns = {
	orgId: attendanceRows.orgId,
	meetingId: attendanceRows.meetingId,
	participantId: attendanceRows.participantId,
	intervals: attendanceRows.intervals,
	presentMs: attendanceRows.presentMs,
	measured: attendanceRows.measured,
	corrected: attendanceRows.corrected,
	correctedBy: attendanceRows.correctedBy,
	reason: attendanceRows.reason,
	correctedAtMs: attendanceRows.correctedAtMs,
	version: attendanceRows.version,
	id: participants.id,
	userId: participants.userId,
	name: participants.name,
	createdAtMs: participants.createdAtMs,
};
const attended = readRows((db, { orgId, meetingId, only, after, take }: Bound<AttendeeSlice>) =>
	db
		.select(attendedColumns)
		.from(participants)
		.crossJoin(attendanceRows)
		.where(
			and(
				eq(participants.orgId, orgId),
				eq(participants.meetingId, meetingId),
				only && eq(participants.id, only),
				eq(attendanceRows.orgId, orgId),
				eq(attendanceRows.meetingId, meetingId),
				eq(attendanceRows.participantId, participants.id),
				oldestFirst.after(after),
			),
		)
		.orderBy(...oldestFirst.by)
		.limit(take),
);

/** Returns a slice of the attendance of a meeting that is ready, {@link oldestFirst}. @param only one participant alone */
export const listAttended = (
	db: ReadDb,
	{ orgId, meetingId }: OfMeeting,
	only: string | undefined,
	slice: Slice,
): Promise<AttendedRow[]> => attended(db, { orgId, meetingId, only, ...sliceValues(slice) });

const insert = write((tx, row: Bound<AttendanceRow>) => tx.insert(attendanceRows).values(row).onConflictDoNothing());
const lock = readRow((tx, { orgId, meetingId, participantId }: Bound<OfParticipant>) =>
	forUpdate(
		tx
			.select()
			.from(attendanceRows)
			.where(
				and(
					eq(attendanceRows.orgId, orgId),
					eq(attendanceRows.meetingId, meetingId),
					eq(attendanceRows.participantId, participantId),
				),
			)
			.limit(1),
	),
);
type Correction = Pick<AttendanceRow, "corrected" | "correctedBy" | "reason" | "correctedAtMs" | "version">;
const correct = write((tx, { orgId, meetingId, participantId, ...values }: Bound<OfParticipant & Correction>) =>
	tx
		.update(attendanceRows)
		.set(values)
		.where(
			and(
				eq(attendanceRows.orgId, orgId),
				eq(attendanceRows.meetingId, meetingId),
				eq(attendanceRows.participantId, participantId),
			),
		),
);
const countMeasured = readRows((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ measured: attendanceRows.measured, rows: count() })
		.from(attendanceRows)
		.where(and(eq(attendanceRows.orgId, orgId), eq(attendanceRows.meetingId, meetingId)))
		.groupBy(attendanceRows.measured),
);
const removeRows = portionDeletion(
	attendanceRows,
	[attendanceRows.orgId, attendanceRows.meetingId, attendanceRows.participantId],
	({ orgId, meetingId }: Bound<OfMeeting>) =>
		and(eq(attendanceRows.orgId, orgId), eq(attendanceRows.meetingId, meetingId)),
);
const removeSheet = write((tx, { orgId, meetingId }: Bound<OfMeeting>) =>
	tx.delete(attendanceSheets).where(and(eq(attendanceSheets.orgId, orgId), eq(attendanceSheets.meetingId, meetingId))),
);

/** Attendance of participants. */
export const rowsOfAttendance = {
	/** Stores rows; those that are there stay as they are. */
	async insert(tx: Db, rows: readonly AttendanceRow[]): Promise<void> {
		await Promise.all(rows.map((row) => insert(tx, row)));
	},

	lock: (tx: Db, { orgId, meetingId, participantId }: OfParticipant): Promise<AttendanceRow | undefined> =>
		lock(tx, { orgId, meetingId, participantId }),

	async correct(tx: Db, { orgId, meetingId, participantId }: OfParticipant, values: Correction): Promise<void> {
		await correct(tx, { orgId, meetingId, participantId, ...values });
	},

	/** Returns how many participants of a meeting were measured with each status. */
	async count(db: ReadDb, { orgId, meetingId }: OfMeeting): Promise<ReadonlyMap<AttendanceStatus, number>> {
		const found = await countMeasured(db, { orgId, meetingId });
		return new Map(found.map(({ measured, rows }) => [measured, Number(rows)]));
	},

	/** Deletes up to `limit` rows of a meeting, its sheet with the last, and returns their number. */
	async remove(tx: Db, { orgId, meetingId }: OfMeeting, limit: number): Promise<number> {
		const removed = await removeRows(tx, { orgId, meetingId }, limit);
		return removed < limit ? removed + (await removeSheet(tx, { orgId, meetingId })) : removed;
	},
};
