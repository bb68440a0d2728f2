import type { MeetingRow } from "#db/schema";
import { each } from "#db/statement";
import type { ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { PublicUrl } from "#kernel/public-url";
import { Slices } from "#kernel/slices";
import { addressOfRoom, type PersonalView, type SeriesInCalendar } from "#modules/meetings/meetings";
import { sharesCode } from "./codes.ts";
import { dateAt, later } from "./local.ts";
import type { DaysOff } from "./ports.ts";
import {
	type EnteredSeries,
	listEnteredMeetings,
	listExceptions,
	listOwnSeriesIds,
	listSeriesAmong,
	seriesOf,
} from "./repository.ts";
import { durationOf, endOf, MOST_YEARS } from "./schedule.ts";

/** Most series of a calendar; of others there are the meetings that were created. */
const MOST_SERIES = 200;
/** Series that are read in one step: their texts may be long, and each has some hundred meetings. */
const PORTION = 50;

/** What a calendar is about. */
interface CalendarRange {
	readonly nowMs: number;
	/** Time before which nothing is shown. */
	readonly fromMs: number;
}

/** What a calendar shows: series as a whole, and meetings by themselves. */
interface CalendarContents {
	readonly series: readonly SeriesInCalendar[];
	readonly rows: readonly MeetingRow[];
}

/** Whose calendar it is; null: whoever asks has all meetings of the organization. */
type View = PersonalView | null;

/** A series, and what differs from it. */
interface Found {
	readonly row: EnteredSeries;
	/** Starts of its occurrences to come whose meetings were changed, or are kept from the reader. */
	readonly absent: Set<number>;
	/** Last change of those. */
	absentAtMs: number;
}

/** The days on which nothing is held, and when they were changed. */
interface Closed {
	readonly isLeftOut: (date: string) => boolean;
	readonly updatedAtMs: number;
}

export type SeriesCalendars = ReturnType<typeof createSeriesCalendars>;

/** Creates what finds the series that calendars show as a whole. */
export function createSeriesCalendars({
	publicUrl,
	daysOff,
}: {
	readonly publicUrl: PublicUrl;
	readonly daysOff: DaysOff;
}) {
	/** Returns those of some series that a person has as a whole: whose meetings they enter, or in all of which they take part. */
	async function ownAmong(db: ReadDb, orgId: string, view: PersonalView, ids: readonly string[]) {
		const rows = await listSeriesAmong(db, { orgId, ...view, ids: each(ids) });
		return rows.filter((row) => row.isEntered || row.participants.some(({ userId }) => userId === view.viewer));
	}

	async function withExceptions(db: ReadDb, orgId: string, view: View, rows: readonly EnteredSeries[], nowMs: number) {
		const found = new Map(rows.map((row): [string, Found] => [row.id, { row, absent: new Set(), absentAtMs: 0 }]));
		if (rows.length === 0) return [];
		const of = { orgId, ids: each(rows.map(({ id }) => id)), sinceMs: nowMs - Math.max(...rows.map(durationOf)) };
		const viewer = view ?? { viewer: undefined, way: undefined };
		for (const { seriesId, occurrenceAtMs, updatedAtMs } of await listExceptions(db, { ...of, ...viewer })) {
			const one = found.get(seriesId ?? "");
			if (one === undefined || occurrenceAtMs === null) continue;
			one.absent.add(occurrenceAtMs);
			one.absentAtMs = Math.max(one.absentAtMs, updatedAtMs);
		}
		return [...found.values()];
	}

	/** Returns the days on which nothing is held from a time on, as long as a series may last. */
	async function closedSince(db: ReadDb, orgId: string, fromMs: number): Promise<Closed> {
		// A day more on both ends: the dates of all time zones.
		const from = dateAt(fromMs - DAY_MS, "Etc/UTC");
		const to = later(`${from}T00:00:00`, { years: 2 * MOST_YEARS + 1 }).slice(0, from.length);
		const dates = await daysOff.between(db, orgId, { from, to });
		return { isLeftOut: (date) => dates.has(date), updatedAtMs: await daysOff.updatedAtMs(db, orgId) };
	}

	/** Returns where the meetings of a series are joined, as `SeriesInCalendar` has it. */
	function addressOf(row: EnteredSeries): Pick<SeriesInCalendar, "joinUrl" | "hasOwnUrl"> {
		const { conferenceUrl } = row.options;
		// At the address of the series, only people come in who see the series.
		if (conferenceUrl !== null || !row.isEntered || !sharesCode(row)) return { joinUrl: conferenceUrl };
		const hasOwnUrl = (meeting: MeetingRow) =>
			meeting.conferenceUrl !== null || meeting.joinCodeHash !== null || meeting.access !== "link";
		return { joinUrl: addressOfRoom(publicUrl, row.id), hasOwnUrl };
	}

	/** @param created its meetings that the reader enters */
	function shown(
		{ row, absent, absentAtMs }: Found,
		created: readonly MeetingRow[],
		closed: Closed,
		{ nowMs, fromMs }: CalendarRange,
	): SeriesInCalendar {
		const changes = [row, ...created].map(({ updatedAtMs }) => updatedAtMs);
		return {
			id: row.id,
			version: row.version,
			createdAtMs: row.createdAtMs,
			updatedAtMs: Math.max(...changes, absentAtMs, closed.updatedAtMs),
			title: row.title,
			description: row.description,
			...addressOf(row),
			recurrence: row,
			durationMs: durationOf(row),
			fromMs,
			createdUntilMs: nowMs - durationOf(row) + 1,
			endMs: endOf(row),
			isLeftOut: closed.isLeftOut,
			absent,
			meetings: created.filter(({ state }) => state !== "cancelled"),
		};
	}

	return {
		/**
		 * Divides the meetings of a person's calendar into those of series that are shown as a whole, and others. A series is shown to
		 * people who enter its meetings by the rule of meetings (their workspace, or as the host), or take part in all of them.
		 * @param meetings those that the person enters, the latest first
		 */
		async gather(
			db: ReadDb,
			orgId: string,
			view: PersonalView,
			meetings: readonly MeetingRow[],
			range: CalendarRange,
		): Promise<CalendarContents> {
			const startsSince = later(`${dateAt(range.fromMs - DAY_MS, "Etc/UTC")}T00:00:00`, { years: -MOST_YEARS });
			const own = await listOwnSeriesIds(db, { orgId, ...view, startsSince, take: MOST_SERIES });
			const ofSeries = Map.groupBy(meetings, ({ seriesId }) => seriesId);
			const known = [...ofSeries.keys()].filter((id) => id !== null);
			const ids = [...new Set([...known, ...own.map(({ id }) => id)])].slice(0, MOST_SERIES);
			if (ids.length === 0) return { series: [], rows: meetings };
			const closed = await closedSince(db, orgId, range.fromMs);
			const slices = new Slices(orgId);
			const series: SeriesInCalendar[] = [];
			for (let at = 0; at < ids.length; at += PORTION) {
				const rows = await ownAmong(db, orgId, view, ids.slice(at, at + PORTION));
				for (const found of await withExceptions(db, orgId, view, rows, range.nowMs))
					series.push(shown(found, ofSeries.get(found.row.id) ?? [], closed, range));
				if (slices.isOver) await slices.pause();
			}
			const isShown = new Set<string | null>(series.map(({ id }) => id));
			return { series, rows: meetings.filter(({ seriesId }) => !isShown.has(seriesId)) };
		},

		/** Returns the series of a meeting, for people who have it as a whole; undefined when the meeting is shown by itself. */
		async ofMeeting(
			db: ReadDb,
			view: View,
			{ orgId, id, seriesId }: MeetingRow,
			range: CalendarRange,
		): Promise<SeriesInCalendar | undefined> {
			if (seriesId === null) return undefined;
			const row = view === null ? await seriesOf(db, orgId).find(seriesId) : undefined;
			const rows = view === null ? row && [{ ...row, isEntered: true }] : await ownAmong(db, orgId, view, [seriesId]);
			const [found] = await withExceptions(db, orgId, view, rows ?? [], range.nowMs);
			if (found === undefined) return undefined;
			const viewer = view ?? { viewer: undefined, way: undefined };
			const created = await listEnteredMeetings(db, { orgId, seriesId, fromMs: range.fromMs, ...viewer });
			const isHeld = created.some((each) => each.id === id && each.state !== "cancelled");
			return isHeld ? shown(found, created, await closedSince(db, orgId, range.fromMs), range) : undefined;
		},
	};
}
