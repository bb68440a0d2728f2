import {
	and,
	asc,
	desc,
	eq,
	getTableColumns,
	gt,
	gte,
	inArray,
	isNull,
	lt,
	ne,
	not,
	or,
	type SQL,
	sql,
} from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { type MeetingRow, meetings, memberships, type SeriesRow, series, workspaceMembers } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import { tenantOf, tenantRows } from "#db/tenant-rows";
import { wordsOf } from "#kernel/search-words";
import { isEnteredBy, type PersonalView } from "#modules/meetings/meetings";
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

/** Conditions of the meetings that series have; without those that a series itself has cancelled. */
const areHad = (): SQL[] => [
	sql`${meetings.occurrenceAtMs} is not null`,
	sql`(${meetings.changed} or ${meetings.state} <> 'cancelled')`,
];

/** Conditions of the meetings of a series; without those that the series itself has cancelled. */
const isOf = ({ orgId, seriesId }: Bound<OfSeries>) =>
	and(eq(meetings.orgId, orgId), eq(meetings.seriesId, seriesId), ...areHad());

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

type OwnSince = PersonalView & { readonly orgId: string; readonly startsSince: string; readonly take: number };

/**
 * Returns the ids of the series of a person's workspaces whose meetings they enter, the newest first.
 * @param of `startsSince`: a local date-time, no series that begins earlier is looked for
 */
export const listOwnSeriesIds = readRows((db, { orgId, viewer, way, startsSince, take }: Bound<OwnSince>) => {
	const isTheirs = and(eq(workspaceMembers.orgId, orgId), eq(workspaceMembers.userId, viewer));
	const theirs = sql`(select ${workspaceMembers.workspaceId} from ${workspaceMembers} where ${isTheirs})`;
	return db
		.select({ id: series.id })
		.from(series)
		.where(
			and(
				eq(series.orgId, orgId),
				sql`${series.workspaceId} in ${theirs}`,
				gte(series.startsAt, startsSince),
				isEnteredBy({ orgId, viewer, way }, series),
			),
		)
		.orderBy(desc(series.createdAtMs), desc(series.id))
		.limit(take);
});

/** A series, and whether a person enters its meetings without being among those who take part. */
export type EnteredSeries = SeriesRow & { readonly isEntered: boolean };

type Among = PersonalView & { readonly orgId: string; readonly ids: Each<string> };

/** Returns the series with these ids, in any order. */
export const listSeriesAmong = readRows((db, { orgId, ids, viewer, way }: Bound<Among>) => {
	const isTheirs = sql<boolean>`${isEnteredBy({ orgId, viewer, way }, series)}`.mapWith(Boolean);
	return db
		.select({ ...getTableColumns(series), isEntered: isTheirs })
		.from(series)
		.where(and(eq(series.orgId, orgId), inArray(series.id, ids)));
});

/** What a person is to meetings; undefined: whoever asks has all of them. */
type OptionalView = { readonly [K in keyof PersonalView]: PersonalView[K] | undefined };
type Exceptional = OptionalView & Omit<Among, keyof PersonalView> & { readonly sinceMs: number };

/** Returns the condition that a person enters a meeting; undefined: all are entered. */
const isEntered = ({ orgId, viewer, way }: Bound<OptionalView & { readonly orgId: string }>): SQL | undefined =>
	viewer && way && isEnteredBy({ orgId, viewer, way }, meetings);

/**
 * Returns which occurrences of series, from a time on, have meetings that were changed or cancelled by themselves, or that a person may
 * not enter.
 */
export const listExceptions = readRows((db, { ids, sinceMs, ...view }: Bound<Exceptional>) => {
	const entered = isEntered(view);
	return db
		.select({
			seriesId: meetings.seriesId,
			occurrenceAtMs: meetings.occurrenceAtMs,
			updatedAtMs: meetings.updatedAtMs,
		})
		.from(meetings)
		.where(
			and(
				eq(meetings.orgId, view.orgId),
				inArray(meetings.seriesId, ids),
				...areHad(),
				gte(meetings.occurrenceAtMs, sinceMs),
				entered ? or(sql`${meetings.changed}`, not(entered)) : sql`${meetings.changed}`,
			),
		);
});

type Entered = OfSeries & OptionalView & { readonly fromMs: number };

/** Returns the meetings of a series that a person enters whose occurrences are at a time or later, in any order. */
export const listEnteredMeetings: (db: ReadDb, of: Entered) => Promise<MeetingRow[]> = readRows(
	(db, { seriesId, fromMs, ...view }: Bound<Entered>) =>
		db
			.select()
			.from(meetings)
			.where(
				and(
					isOf({ orgId: view.orgId, seriesId }),
					gte(meetings.occurrenceAtMs, fromMs),
					isNull(meetings.deletedAtMs),
					isEntered(view),
				),
			),
);
