import { and, asc, eq, gte, isNotNull, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { forShare, forUpdate } from "#db/dsl";
import {
	type MeetingRow,
	meetings,
	type ParticipantRole,
	type ParticipantState,
	participants,
	series,
	type WorkspaceRole,
	type WorkspaceRow,
	workspaceMembers,
	workspaces,
} from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";
import { DAY_MS } from "#kernel/clock";

/** The join codes as their hosts see them. */
export const sealedJoinCodes = sealedColumn(meetings, "joinCodeSealed");

/** Finds the organization of a meeting, for system administrators. */
export const tenantOfMeeting = tenantOf(meetings);

const isShown = isNull(meetings.deletedAtMs);

/** Meetings of one organization, except deleted ones. */
export const meetingsOf = tenantRows(meetings, isShown);

type MeetingKey = Pick<MeetingRow, "orgId" | "id">;
const shownMeeting = (db: ReadDb, { orgId, id }: Bound<MeetingKey>) =>
	db
		.select()
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.id, id), isShown))
		.limit(1);

/**
 * Returns a meeting with a shared lock: it cannot change until the transaction ends. For callers whose right to it does not
 * follow from `meetingAccess`, such as somebody with a join code: checking it is up to them.
 */
export const shareMeetingRow: (tx: Db, key: MeetingKey) => Promise<MeetingRow | undefined> = readRow(
	(tx, key: Bound<MeetingKey>) => forShare(shownMeeting(tx, key), meetings),
);

/** Like {@link shareMeetingRow}, but locked: for callers that change it later in the transaction. */
export const lockMeetingRow: (tx: Db, key: MeetingKey) => Promise<MeetingRow | undefined> = readRow(
	(tx, key: Bound<MeetingKey>) => forUpdate(shownMeeting(tx, key)),
);

/** Returns a meeting, for callers whose right to it was checked before. */
export const findMeetingRow: (db: ReadDb, key: MeetingKey) => Promise<MeetingRow | undefined> = readRow(shownMeeting);
const shareFreeMeeting = readRow((tx, key: Bound<MeetingKey>) =>
	forShare(shownMeeting(tx, key), meetings, { skipLocked: true }),
);

/**
 * Like {@link shareMeetingRow}, but does not wait for a change of the meeting: "busy" while there is one. For background
 * work that holds rows such a change may wait for.
 */
export const tryShareMeetingRow = async (tx: Db, key: MeetingKey): Promise<MeetingRow | "busy" | undefined> =>
	(await shareFreeMeeting(tx, key)) ?? ((await findMeetingRow(tx, key)) && "busy");

const oneLive = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), sql`${meetings.state} = 'live'`))
		.limit(1),
);

/** Returns the id of any live meeting of an organization; undefined when none is. */
export const findLive = async (db: ReadDb, orgId: string): Promise<string | undefined> =>
	(await oneLive(db, { orgId }))?.id;

/** Removes a meeting that was deleted, once nothing is left of it; returns the number of rows. */
export const removeDeleted: (tx: Db, key: Pick<MeetingRow, "orgId" | "id">) => Promise<number> = write(
	(tx, { orgId, id }: Bound<Pick<MeetingRow, "orgId" | "id">>) =>
		tx.delete(meetings).where(and(eq(meetings.orgId, orgId), eq(meetings.id, id), isNotNull(meetings.deletedAtMs))),
);

const byCode = readRow((db, { orgId, hash }: Bound<{ orgId: string; hash: string }>) =>
	db
		.select()
		.from(meetings)
		.where(
			and(
				eq(meetings.orgId, orgId),
				eq(meetings.joinCodeHash, hash),
				sql`${meetings.joinCodeHash} is not null`,
				isShown,
			),
		)
		.limit(1),
);

/** Returns the meeting with this hash of its join code; undefined when there is none. */
export const findByCodeHash = (db: ReadDb, orgId: string, hash: string): Promise<MeetingRow | undefined> =>
	byCode(db, { orgId, hash });

type SeriesCode = { readonly orgId: string; readonly hash: string; readonly sinceMs: number; readonly nowMs: number };
const bySeriesCode = readRows((db, { orgId, hash, sinceMs, nowMs }: Bound<SeriesCode>) =>
	db
		.select({ meeting: meetings, holderId: series.joinCodeHolderId })
		.from(series)
		.crossJoin(meetings)
		.where(
			and(
				eq(series.orgId, orgId),
				eq(series.joinCodeHash, hash),
				sql`${series.joinCodeHash} is not null`,
				eq(meetings.orgId, orgId),
				eq(meetings.seriesId, series.id),
				sql`${meetings.occurrenceAtMs} is not null`,
				gte(meetings.occurrenceAtMs, sinceMs),
				// One with a code of its own, or without any, is not opened by that of its series.
				sql`${meetings.joinCodeHash} is null and ${meetings.joinCodeSealed} is not null`,
				sql`(${meetings.state} = 'live' or (${meetings.state} = 'scheduled' and ${meetings.scheduledEndAtMs} > ${nowMs}))`,
				isShown,
			),
		)
		.orderBy(asc(meetings.occurrenceAtMs), asc(meetings.id))
		.limit(NEARBY),
);

/** Number of meetings among which the one is chosen that is on or comes next: some were moved by themselves. */
const NEARBY = 10;
/** Longest time that a meeting lasts, in ms. */
const LONGEST_MS = 7 * DAY_MS;

/** A meeting that a code opens, and who made that. */
export interface CodedMeeting {
	readonly meeting: MeetingRow;
	readonly holderId: string | null;
}

/** Returns the meeting that is on or comes next of the series with this hash of its join code; undefined when there is none. */
export async function findBySeriesCode(
	db: ReadDb,
	orgId: string,
	hash: string,
	nowMs: number,
): Promise<CodedMeeting | undefined> {
	const found = await bySeriesCode(db, { orgId, hash, nowMs, sinceMs: nowMs - LONGEST_MS });
	return found.toSorted((a, b) => a.meeting.startsAtMs - b.meeting.startsAtMs)[0];
}

const heldCodes = readRows((tx, { orgId, userId, take }: Bound<{ orgId: string; userId: string; take: number }>) =>
	forUpdate(
		tx
			.select()
			.from(meetings)
			// Those that are deleted have no code.
			.where(
				and(
					eq(meetings.orgId, orgId),
					eq(meetings.joinCodeHolderId, userId),
					sql`${meetings.joinCodeHolderId} is not null`,
				),
			)
			.orderBy(asc(meetings.id))
			.limit(take),
	),
);

/** Returns up to `take` meetings whose join code a member made, locked. */
export const lockCodesOf = (tx: Db, orgId: string, userId: string, take: number): Promise<MeetingRow[]> =>
	heldCodes(tx, { orgId, userId, take });

const byExternalId = readRow((db, { orgId, externalId }: Bound<{ orgId: string; externalId: string }>) =>
	db
		.select({ id: meetings.id })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.externalId, externalId)))
		.limit(1),
);

/** Returns the id of the meeting with this id in another system, even of one that is being deleted; undefined for none. */
export const findByExternalId = async (db: ReadDb, orgId: string, externalId: string): Promise<string | undefined> =>
	(await byExternalId(db, { orgId, externalId }))?.id;

/** What a caller is to a meeting. */
export interface Relation {
	readonly visibility: WorkspaceRow["visibility"];
	/** Role in its workspace; null without one. */
	readonly role: WorkspaceRole | null;
	/** Null for somebody who is no participant. */
	readonly participantState: ParticipantState | null;
	readonly participantRole: ParticipantRole | null;
}

/** A person, or a guest by the id of their participant. */
type Caller = { readonly userId: string; readonly participantId: string | undefined };
type RelationKey = Caller & Pick<MeetingRow, "orgId" | "workspaceId"> & { readonly meetingId: string };
type SeenKey = Caller & Pick<MeetingRow, "orgId" | "id">;

const relation = {
	visibility: workspaces.visibility,
	role: workspaceMembers.role,
	participantState: participants.state,
	participantRole: participants.role,
};

const isMember = ({ orgId, userId }: Bound<{ orgId: string; userId: string }>) =>
	and(
		eq(workspaceMembers.orgId, orgId),
		eq(workspaceMembers.workspaceId, workspaces.id),
		eq(workspaceMembers.userId, userId),
	);

const takesPart = ({ orgId, userId, participantId }: Bound<Caller & { orgId: string }>, meetingId: SQLWrapper) =>
	and(
		eq(participants.orgId, orgId),
		eq(participants.meetingId, meetingId),
		participantId ? eq(participants.id, participantId) : eq(participants.userId, userId),
	);

/** Returns what a person or a guest is to a meeting; undefined when its workspace is gone. */
export const findRelation: (db: ReadDb, key: RelationKey) => Promise<Relation | undefined> = readRow(
	(db, key: Bound<RelationKey>) =>
		db
			.select(relation)
			.from(workspaces)
			.leftJoin(workspaceMembers, isMember(key))
			.leftJoin(participants, takesPart(key, key.meetingId))
			.where(and(eq(workspaces.orgId, key.orgId), eq(workspaces.id, key.workspaceId)))
			.limit(1),
);

/** Returns a meeting with what a person or a guest is to it; undefined when there is none. */
export const findWithRelation: (
	db: ReadDb,
	key: SeenKey,
) => Promise<(Relation & { readonly meeting: MeetingRow }) | undefined> = readRow((db, key: Bound<SeenKey>) =>
	db
		.select({ meeting: meetings, ...relation })
		.from(meetings)
		.crossJoin(workspaces)
		.leftJoin(workspaceMembers, isMember(key))
		.leftJoin(participants, takesPart(key, meetings.id))
		.where(
			and(
				eq(meetings.orgId, key.orgId),
				eq(meetings.id, key.id),
				eq(workspaces.orgId, key.orgId),
				eq(workspaces.id, meetings.workspaceId),
				isShown,
			),
		)
		.limit(1),
);
