import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { portionDeletion } from "#db/portions";
import {
	type AttendanceInstanceRow,
	type AttendanceStretchRow,
	attendanceInstances,
	attendanceStretches,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type OfMeeting = { readonly orgId: string; readonly meetingId: string };

const insertInstance = write((tx, row: Bound<AttendanceInstanceRow>) =>
	tx.insert(attendanceInstances).values(row).onConflictDoNothing(),
);
const updateInstance = write((tx, { id, seenAtMs }: Bound<AttendanceInstanceRow>) =>
	tx.update(attendanceInstances).set({ seenAtMs }).where(eq(attendanceInstances.id, id)),
);
const removeInstance = write((tx, { id, seenAtMs }: Bound<AttendanceInstanceRow>) =>
	tx.delete(attendanceInstances).where(and(eq(attendanceInstances.id, id), eq(attendanceInstances.seenAtMs, seenAtMs))),
);
const listInstances = readRows((db, _values: Bound<Record<never, never>>) => db.select().from(attendanceInstances));

/** The instances that note who is in rooms: as many rows as there are servers. */
export const instances = {
	/** Notes when an instance was alive; returns whether others knew of it. */
	async beat(db: Db, row: AttendanceInstanceRow): Promise<boolean> {
		if ((await updateInstance(db, row)) > 0) return true;
		await insertInstance(db, row);
		return false;
	},

	/** Removes an instance that was not alive later; returns whether it was there. */
	remove: async (tx: Db, row: AttendanceInstanceRow): Promise<boolean> => (await removeInstance(tx, row)) > 0,

	list: (db: ReadDb): Promise<AttendanceInstanceRow[]> => listInstances(db, {}),
};

const insert = write((tx, row: Bound<AttendanceStretchRow>) =>
	tx.insert(attendanceStretches).values(row).onConflictDoNothing(),
);
const update = write((tx, { leftAtMs, ...key }: Bound<AttendanceStretchRow>) =>
	tx
		.update(attendanceStretches)
		.set({ leftAtMs })
		.where(
			and(
				eq(attendanceStretches.orgId, key.orgId),
				eq(attendanceStretches.meetingId, key.meetingId),
				eq(attendanceStretches.participantId, key.participantId),
				eq(attendanceStretches.joinedAtMs, key.joinedAtMs),
				eq(attendanceStretches.instanceId, key.instanceId),
			),
		),
);
const close = write((acrossTenants, { id, seenAtMs }: Bound<AttendanceInstanceRow>) => {
	const { joinedAtMs, leftAtMs, instanceId } = attendanceStretches;
	const lastMs = sql<number>`case when ${joinedAtMs} > ${seenAtMs} then ${joinedAtMs} else ${seenAtMs} end`;
	return acrossTenants
		.update(attendanceStretches)
		.set({ leftAtMs: lastMs })
		.where(and(eq(instanceId, id), isNull(leftAtMs)));
});
const listOf = readRows(
	(db, { orgId, meetingId, participantIds }: Bound<OfMeeting & { readonly participantIds: Each<string> }>) =>
		db
			.select()
			.from(attendanceStretches)
			.where(
				and(
					eq(attendanceStretches.orgId, orgId),
					eq(attendanceStretches.meetingId, meetingId),
					inArray(attendanceStretches.participantId, participantIds),
				),
			)
			.orderBy(asc(attendanceStretches.participantId), asc(attendanceStretches.joinedAtMs)),
);
const lastOf = readRow((db, { orgId, meetingId, endedAtMs }: Bound<OfMeeting & { readonly endedAtMs: number }>) =>
	db
		.select({
			lastMs: sql<number | null>`max(coalesce(${attendanceStretches.leftAtMs}, cast(${endedAtMs} as bigint)))`,
		})
		.from(attendanceStretches)
		.where(and(eq(attendanceStretches.orgId, orgId), eq(attendanceStretches.meetingId, meetingId))),
);
const openOf = readRow(
	(db, { orgId, meetingId, instanceIds }: Bound<OfMeeting & { readonly instanceIds: Each<string> }>) =>
		db
			.select({ instanceId: attendanceStretches.instanceId })
			.from(attendanceStretches)
			.where(
				and(
					inArray(attendanceStretches.instanceId, instanceIds),
					eq(attendanceStretches.orgId, orgId),
					eq(attendanceStretches.meetingId, meetingId),
					isNull(attendanceStretches.leftAtMs),
				),
			)
			.limit(1),
);
const remove = portionDeletion(
	attendanceStretches,
	[
		attendanceStretches.orgId,
		attendanceStretches.meetingId,
		attendanceStretches.participantId,
		attendanceStretches.joinedAtMs,
		attendanceStretches.instanceId,
	],
	({ orgId, meetingId }: Bound<OfMeeting>) =>
		and(eq(attendanceStretches.orgId, orgId), eq(attendanceStretches.meetingId, meetingId)),
);

const allOf =
	(statement: (tx: Db, row: AttendanceStretchRow) => Promise<number>) =>
	async (tx: Db, rows: readonly AttendanceStretchRow[]): Promise<void> => {
		await Promise.all(
			rows.map(({ orgId, meetingId, participantId, joinedAtMs, instanceId, leftAtMs }) =>
				statement(tx, { orgId, meetingId, participantId, joinedAtMs, instanceId, leftAtMs }),
			),
		);
	};

/** Stretches of time in rooms. */
export const stretchesIn = {
	insert: allOf(insert),

	/** Stores until when stretches lasted; those that are gone stay so. */
	update: allOf(update),

	/** Closes, in all organizations, what an instance was in the middle of, as of when it was last alive. */
	close: (acrossTenants: Db, row: AttendanceInstanceRow): Promise<number> => close(acrossTenants, row),

	/** Returns the stretches of participants of a meeting, by participant. */
	async ofParticipants(
		db: ReadDb,
		key: OfMeeting,
		participantIds: readonly string[],
	): Promise<ReadonlyMap<string, readonly AttendanceStretchRow[]>> {
		if (participantIds.length === 0) return new Map();
		const rows = await listOf(db, { ...key, participantIds: each(participantIds) });
		return Map.groupBy(rows, ({ participantId }) => participantId);
	},

	/** Returns when the last participant left a meeting, in Unix ms; null: none was there. */
	async last(db: ReadDb, key: OfMeeting & { readonly endedAtMs: number }): Promise<number | null> {
		const lastMs = (await lastOf(db, key))?.lastMs ?? null;
		return lastMs === null ? null : Number(lastMs);
	},

	/** Whether an instance may still close a stretch of a meeting that is over: it was not heard of since the end. */
	async isUndecided(db: ReadDb, { orgId, meetingId, endedAtMs }: OfMeeting & { readonly endedAtMs: number }) {
		const unheard = (await instances.list(db)).filter(({ seenAtMs }) => seenAtMs < endedAtMs);
		const instanceIds = each(unheard.map(({ id }) => id));
		return unheard.length > 0 && (await openOf(db, { orgId, meetingId, instanceIds })) !== undefined;
	},

	/** Deletes up to `limit` stretches of a meeting, and returns their number. */
	remove: (tx: Db, { orgId, meetingId }: OfMeeting, limit: number): Promise<number> =>
		remove(tx, { orgId, meetingId }, limit),
};
