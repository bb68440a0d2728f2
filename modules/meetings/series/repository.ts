import { and, asc, eq, gt, gte, inArray, lt, ne, or, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type MeetingRow, meetings, memberships, type SeriesRow, series } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";
import { wordsOf } from "#kernel/search-words";
import { type FilterValues, searchedList } from "#platform/search";

/** Series of one organization. */
export const seriesOf = tenantRows(series);

/** Finds the organization of a series, for system administrators. */
export const tenantOfSeries = tenantOf(series);

/** The join codes of series as their hosts see them. */
export const sealedSeriesCodes = sealedColumn(series, "joinCodeSealed");

/** Filters of the list of series; null does not filter. */
interface SeriesFilters {
	readonly workspaceId: string;
	/** Who sees only series of invited people that they host. */
	readonly viewer: string | null;
	readonly words: readonly string[] | null;
}

/** The series of a workspace, found by their titles; the newest first. */
export const seriesList = searchedList(series, {
	collection: "series",
	position: "createdAtMs",
	orders: { newest: "desc" },
	words: ({ title }: Pick<SeriesRow, "title">) => wordsOf([title]),
	filters: ({ workspaceId, viewer }: FilterValues<SeriesFilters>) =>
		and(
			workspaceId && eq(series.workspaceId, workspaceId),
			viewer && or(ne(series.access, "invited"), eq(series.hostId, viewer)),
		),
});

/** Returns the ids of the first series of an organization after one. */
export const listSeriesIds = readRows(
	(db, { orgId, after, take }: Bound<{ orgId: string; after: string; take: number }>) =>
		db
			.select({ id: series.id })
			.from(series)
			.where(and(eq(series.orgId, orgId), gt(series.id, after)))
			.orderBy(asc(series.id))
			.limit(take),
);

interface OfSeries {
	readonly orgId: string;
	readonly seriesId: string;
}

/** Conditions of the meetings of a series; without those that the series itself has cancelled. */
const isOf = ({ orgId, seriesId }: Bound<OfSeries>) =>
	and(
		eq(meetings.orgId, orgId),
		eq(meetings.seriesId, seriesId),
		sql`${meetings.occurrenceAtMs} is not null`,
		sql`(${meetings.changed} or ${meetings.state} <> 'cancelled')`,
	);

type Since = OfSeries & { readonly sinceMs: number };

/** Returns the meetings of a series whose occurrences are at a time or later, locked, in their order. */
export const lockMeetingsSince: (tx: Db, of: Since) => Promise<MeetingRow[]> = readRows((tx, of: Bound<Since>) =>
	forUpdate(
		tx
			.select()
			.from(meetings)
			.where(and(isOf(of), gte(meetings.occurrenceAtMs, of.sinceMs)))
			.orderBy(asc(meetings.occurrenceAtMs), asc(meetings.id)),
	),
);

type Within = OfSeries & { readonly fromMs: number; readonly toMs: number; readonly take: number };

/** Returns the first meetings of a series whose occurrences are in a period, in their order. */
export const listMeetingsIn: (db: ReadDb, of: Within) => Promise<MeetingRow[]> = readRows((db, of: Bound<Within>) =>
	db
		.select()
		.from(meetings)
		.where(and(isOf(of), gte(meetings.occurrenceAtMs, of.fromMs), lt(meetings.occurrenceAtMs, of.toMs)))
		.orderBy(asc(meetings.occurrenceAtMs), asc(meetings.id))
		.limit(of.take),
);

type At = OfSeries & { readonly occurrenceAtMs: number };

/** Returns the meeting of an occurrence; undefined when there is none yet. */
export const findMeetingAt: (db: ReadDb, of: At) => Promise<MeetingRow | undefined> = readRow((db, of: Bound<At>) =>
	db
		.select()
		.from(meetings)
		.where(and(isOf(of), eq(meetings.occurrenceAtMs, of.occurrenceAtMs)))
		.limit(1),
);

type Unbegun = OfSeries & { readonly nowMs: number; readonly take: number };

/** Returns up to `take` scheduled meetings of a series that are not over by their schedule, locked. */
export const lockUnbegun: (tx: Db, of: Unbegun) => Promise<MeetingRow[]> = readRows((tx, of: Bound<Unbegun>) =>
	forUpdate(
		tx
			.select()
			.from(meetings)
			.where(and(isOf(of), eq(meetings.state, "scheduled"), gt(meetings.scheduledEndAtMs, of.nowMs)))
			.orderBy(asc(meetings.occurrenceAtMs), asc(meetings.id))
			.limit(of.take),
	),
);

const membersAmong = readRows((db, { orgId, ids }: Bound<{ orgId: string; ids: Each<string> }>) =>
	db
		.select({ userId: memberships.userId })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, ids))),
);

/** Returns which of these people are members of an organization. */
export async function findMembers(db: ReadDb, orgId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
	if (ids.length === 0) return new Set();
	return new Set((await membersAmong(db, { orgId, ids: each(ids) })).map(({ userId }) => userId));
}

type Held = { readonly orgId: string; readonly userId: string; readonly take: number };

/** Returns up to `take` series whose join code a member made, locked. */
export const lockSeriesCodesOf: (tx: Db, of: Held) => Promise<SeriesRow[]> = readRows(
	(tx, { orgId, userId, take }: Bound<Held>) =>
		forUpdate(
			tx
				.select()
				.from(series)
				.where(
					and(
						eq(series.orgId, orgId),
						eq(series.joinCodeHolderId, userId),
						sql`${series.joinCodeHolderId} is not null`,
					),
				)
				.orderBy(asc(series.id))
				.limit(take),
		),
);
