import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { type MeetingRow, meetings, participants, workspaceMembers, workspaces } from "#db/schema";
import { type Bound, type Each, readRows } from "#db/statement";
import type { ReadDb } from "#db/store";
import type { Relation } from "../repository.ts";

/** Meetings of series whose occurrences are in a period, in Unix ms. */
export interface OfSeries {
	readonly orgId: string;
	readonly seriesIds: Each<string>;
	readonly fromMs: number;
	readonly toMs: number;
	readonly take: number;
}

const columns = {
	orgId: meetings.orgId,
	id: meetings.id,
	title: meetings.title,
	kind: meetings.kind,
	state: meetings.state,
	hostId: meetings.hostId,
	access: meetings.access,
	occurrence: meetings.occurrence,
	startedAtMs: meetings.startedAtMs,
	endedAtMs: meetings.endedAtMs,
	createdAtMs: meetings.createdAtMs,
	purgeStartedAtMs: meetings.purgeStartedAtMs,
};

/** A meeting of a series that took place. */
export type PastRow = Pick<MeetingRow, keyof typeof columns>;

/** Conditions of the meetings that took place: those that were cancelled have no end, those that are deleted are hidden. */
const isPast = ({ orgId, seriesIds, fromMs, toMs }: Bound<OfSeries>) =>
	and(
		eq(meetings.orgId, orgId),
		inArray(meetings.seriesId, seriesIds),
		sql`${meetings.occurrenceAtMs} is not null`,
		gte(meetings.occurrenceAtMs, fromMs),
		lt(meetings.occurrenceAtMs, toMs),
		isNotNull(meetings.startedAtMs),
		isNotNull(meetings.endedAtMs),
		isNull(meetings.deletedAtMs),
	);
const byOccurrence = [asc(meetings.occurrenceAtMs), asc(meetings.id)];

/** Returns the first `take` meetings of series that took place, in the order of their occurrences. */
export const listPast: (db: ReadDb, of: OfSeries) => Promise<PastRow[]> = readRows((db, of: Bound<OfSeries>) =>
	db
		.select(columns)
		.from(meetings)
		.where(isPast(of))
		.orderBy(...byOccurrence)
		.limit(of.take),
);

/** A meeting of a series that took place, and what a person is to it. */
export interface PastWithRelation extends Relation {
	readonly meeting: PastRow;
	/** The person as its participant; null: they are none. */
	readonly participantId: string | null;
}

/** Returns the same with what a person is to each of them. */
export const listPastWithRelation: (
	db: ReadDb,
	of: OfSeries & { readonly userId: string },
) => Promise<PastWithRelation[]> = readRows((db, of: Bound<OfSeries & { readonly userId: string }>) =>
	db
		.select({
			meeting: columns,
			visibility: workspaces.visibility,
			role: workspaceMembers.role,
			participantId: participants.id,
			participantState: participants.state,
			participantRole: participants.role,
		})
		.from(meetings)
		.crossJoin(workspaces)
		.leftJoin(
			workspaceMembers,
			and(
				eq(workspaceMembers.orgId, of.orgId),
				eq(workspaceMembers.workspaceId, workspaces.id),
				eq(workspaceMembers.userId, of.userId),
			),
		)
		.leftJoin(
			participants,
			and(
				eq(participants.orgId, of.orgId),
				eq(participants.meetingId, meetings.id),
				eq(participants.userId, of.userId),
			),
		)
		.where(and(isPast(of), eq(workspaces.orgId, of.orgId), eq(workspaces.id, meetings.workspaceId)))
		.orderBy(...byOccurrence)
		.limit(of.take),
);
