import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import { type HostLeaseRow, hostLeases } from "#db/schema";
import { type Bound, type Each, each, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

/** A meeting, by its key. */
export type MeetingKey = Pick<HostLeaseRow, "orgId" | "meetingId">;
type LeaseKey = MeetingKey & Pick<HostLeaseRow, "instanceId">;

const ofMeeting = ({ orgId, meetingId }: Bound<MeetingKey>) =>
	and(eq(hostLeases.orgId, orgId), eq(hostLeases.meetingId, meetingId));
const isOpen = sql`${hostLeases.state} = 'open'`; // A literal, as in the partial index.

const put = write((tx, row: Bound<HostLeaseRow>) =>
	tx
		.insert(hostLeases)
		.values(row)
		.onConflictDoUpdate({
			target: [hostLeases.orgId, hostLeases.meetingId, hostLeases.instanceId],
			set: {
				participantId: sql`excluded.participant_id`,
				state: sql`excluded.state`,
				graceMs: sql`excluded.grace_ms`,
				endsAtMs: sql`excluded.ends_at_ms`,
				dueAtMs: sql`excluded.due_at_ms`,
			},
		}),
);

/** Stores a lease in place of the one that the instance had of the meeting. */
export async function putLease(tx: Db, row: HostLeaseRow): Promise<void> {
	await put(tx, row);
}

const end = write((tx, { nowMs, ...key }: Bound<LeaseKey & { readonly nowMs: number }>) =>
	tx
		.update(hostLeases)
		.set({ state: "ended", endsAtMs: nowMs, dueAtMs: sql`${nowMs} + ${hostLeases.graceMs}` })
		.where(and(ofMeeting(key), eq(hostLeases.instanceId, key.instanceId), isOpen)),
);

/** Ends the lease of an instance, unless it has ended. */
export async function endLease(db: Db, key: LeaseKey, nowMs: number): Promise<void> {
	await end(db, { ...key, nowMs });
}

const renew = write((acrossTenants, { instanceId, endsAtMs }: Bound<{ instanceId: string; endsAtMs: number }>) =>
	acrossTenants
		.update(hostLeases)
		.set({ endsAtMs, dueAtMs: sql`${endsAtMs} + ${hostLeases.graceMs}` })
		.where(and(eq(hostLeases.instanceId, instanceId), isOpen)),
);

/** Lets all open leases of an instance end later. */
export async function renewLeases(acrossTenants: Db, instanceId: string, endsAtMs: number): Promise<void> {
	await renew(acrossTenants, { instanceId, endsAtMs });
}

interface Due {
	readonly nowMs: number;
	readonly take: number;
	readonly besides: Each<string> | undefined;
}

const due = readRows((acrossTenants, { nowMs, take, besides }: Bound<Due>) =>
	acrossTenants
		.select({ orgId: hostLeases.orgId, meetingId: hostLeases.meetingId })
		.from(hostLeases)
		.where(and(lte(hostLeases.dueAtMs, nowMs), besides && notInArray(hostLeases.orgId, besides)))
		.orderBy(asc(hostLeases.dueAtMs), asc(hostLeases.orgId), asc(hostLeases.meetingId))
		.limit(take),
);

/**
 * Returns meetings that are to be looked at, those first that have waited longest; a meeting may be there twice.
 * @param besides organizations whose meetings are left out
 */
export const listDue = (
	acrossTenants: ReadDb,
	nowMs: number,
	take: number,
	besides: readonly string[],
): Promise<MeetingKey[]> =>
	due(acrossTenants, { nowMs, take, besides: besides.length > 0 ? each(besides) : undefined });

const leases = readRows((db, key: Bound<MeetingKey>) => db.select().from(hostLeases).where(ofMeeting(key)));

/** Returns the leases of a meeting. */
export const listLeases = (db: ReadDb, key: MeetingKey): Promise<HostLeaseRow[]> => leases(db, key);

const removeDue = write((tx, { nowMs, ...key }: Bound<MeetingKey & { readonly nowMs: number }>) =>
	tx.delete(hostLeases).where(and(ofMeeting(key), lte(hostLeases.dueAtMs, nowMs))),
);

/** Removes the leases of a meeting that are due. */
export async function removeDueLeases(tx: Db, { orgId, meetingId }: MeetingKey, nowMs: number): Promise<void> {
	await removeDue(tx, { orgId, meetingId, nowMs });
}
