import type { MeetingRow } from "#db/schema";
import { each } from "#db/statement";
import type { ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { Slices } from "#kernel/slices";
import type { JoinCodes, PersonalView, SeriesInCalendar } from "#modules/meetings/meetings";
import { sharesCode } from "./codes.ts";
import { dateAt, later } from "./local.ts";
import type { DaysOff } from "./ports.ts";
import { type EnteredSeries, listExceptions, listOwnSeriesIds, listSeriesAmong } from "./repository.ts";
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

/** What differs from a series. */
interface Exceptions {
	readonly absent: Set<number>;
	updatedAtMs: number;
}

export type SeriesCalendars = ReturnType<typeof createSeriesCalendars>;

/** Creates what finds the series that a person's calendar shows as a whole. */
export function createSeriesCalendars({ codes, daysOff }: { readonly codes: JoinCodes; readonly daysOff: DaysOff }) {
	/** Returns those of some series that have to do with a person as a whole, with what differs from them for that person. */
	async function portionOf(db: ReadDb, orgId: string, view: PersonalView, ids: readonly string[], nowMs: number) {
		const read = await listSeriesAmong(db, { orgId, ...view, ids: each(ids) });
		const rows = read.filter((row) => row.isEntered || row.participants.some(({ userId }) => userId === view.viewer));
		if (rows.length === 0) return [];
		const sinceMs = nowMs - Math.max(...rows.map(durationOf));
		const shownIds = each(rows.map(({ id }) => id));
		const found = new Map<string | null, Exceptions>();
		for (const one of await listExceptions(db, { orgId, ...view, ids: shownIds, sinceMs })) {
			const of = found.get(one.seriesId) ?? { absent: new Set(), updatedAtMs: 0 };
			found.set(one.seriesId, of);
			if (one.occurrenceAtMs !== null) of.absent.add(one.occurrenceAtMs);
			of.updatedAtMs = Math.max(of.updatedAtMs, one.updatedAtMs);
		}
		return rows.map((row) => ({ row, exceptions: found.get(row.id) ?? { absent: new Set<number>(), updatedAtMs: 0 } }));
	}

	/** Returns where the meetings of a series are joined, as `SeriesInCalendar` has it. */
	function addressOf(row: EnteredSeries): Pick<SeriesInCalendar, "joinUrl" | "hasOwnUrl"> {
		const { conferenceUrl } = row.options;
		// At the address of the series, only people come in who see the series.
		if (conferenceUrl !== null || !row.isEntered || !sharesCode(row)) return { joinUrl: conferenceUrl };
		const hasOwnUrl = (meeting: MeetingRow) =>
			meeting.conferenceUrl !== null || meeting.joinCodeHash !== null || meeting.access !== "link";
		return { joinUrl: codes.roomOf(row.id, null), hasOwnUrl };
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
			{ nowMs, fromMs }: CalendarRange,
		): Promise<CalendarContents> {
			const startsSince = later(`${dateAt(fromMs - DAY_MS, "Etc/UTC")}T00:00:00`, { years: -MOST_YEARS });
			const own = await listOwnSeriesIds(db, { orgId, ...view, startsSince, take: MOST_SERIES });
			const ofSeries = Map.groupBy(meetings, ({ seriesId }) => seriesId);
			const known = [...ofSeries.keys()].filter((id) => id !== null);
			const ids = [...new Set([...known, ...own.map(({ id }) => id)])].slice(0, MOST_SERIES);
			if (ids.length === 0) return { series: [], rows: meetings };

			// A day more on both ends: the dates of all time zones.
			const from = dateAt(fromMs - DAY_MS, "Etc/UTC");
			const to = later(`${from}T00:00:00`, { years: 2 * MOST_YEARS + 1 }).slice(0, from.length);
			const dates = await daysOff.between(db, orgId, { from, to });
			const daysOffAtMs = await daysOff.updatedAtMs(db, orgId);
			const isLeftOut = (date: string) => dates.has(date);

			const slices = new Slices(orgId);
			const series: SeriesInCalendar[] = [];
			for (let at = 0; at < ids.length; at += PORTION) {
				for (const { row, exceptions } of await portionOf(db, orgId, view, ids.slice(at, at + PORTION), nowMs)) {
					const created = ofSeries.get(row.id) ?? [];
					const changes = [row, ...created].map(({ updatedAtMs }) => updatedAtMs);
					series.push({
						id: row.id,
						version: row.version,
						createdAtMs: row.createdAtMs,
						updatedAtMs: Math.max(...changes, exceptions.updatedAtMs, daysOffAtMs),
						title: row.title,
						description: row.description,
						...addressOf(row),
						recurrence: row,
						durationMs: durationOf(row),
						fromMs,
						createdUntilMs: nowMs - durationOf(row) + 1,
						endMs: endOf(row),
						isLeftOut,
						absent: exceptions.absent,
						meetings: created.filter(({ state }) => state !== "cancelled"),
					});
				}
				if (slices.isOver) await slices.pause();
			}
			const shown = new Set(series.map(({ id }) => id));
			return { series, rows: meetings.filter(({ seriesId }) => seriesId === null || !shown.has(seriesId)) };
		},
	};
}
