import type { ICalCalendar, ICalEventData } from "ical-generator";
import type { MeetingRow } from "#db/schema";
import { type Occurrence, occurrencesOf, type Recurrence, ruleForCalendars } from "#kernel/recurrence";
import type { Slices } from "#kernel/slices";
import { compactTime } from "./timezone-block.ts";

/** A series as calendars show it. */
export interface SeriesInCalendar {
	readonly id: string;
	readonly version: number;
	readonly createdAtMs: number;
	/** Last change of what is shown of it: of itself, of its exceptions, of the days on which nothing is held. */
	readonly updatedAtMs: number;
	readonly title: string;
	readonly description: string | null;
	/** Address at which its meetings are joined; null: each has its own, and is shown with it as soon as it is created. */
	readonly joinUrl: string | null;
	/** Whether a meeting is joined at another address than `joinUrl`. */
	readonly hasOwnUrl?: (row: MeetingRow) => boolean;
	readonly recurrence: Recurrence;
	readonly durationMs: number;
	/** Time before which no occurrence is shown. */
	readonly fromMs: number;
	/** Time before which occurrences are shown only if they have a meeting. */
	readonly createdUntilMs: number;
	/** Time at which no occurrence begins any more. */
	readonly endMs: number;
	/** Whether the organization is closed on a local date; `rDates` are held nevertheless. */
	readonly isLeftOut?: (date: string) => boolean;
	/** Starts of occurrences that are not shown, unless they are of a meeting in `meetings`: cancelled ones, ones kept from the reader. */
	readonly absent: ReadonlySet<number>;
	/** Meetings that were created and are held. */
	readonly meetings: readonly MeetingRow[];
}

/** What an event shows of a meeting. */
export type ShownMeeting = ICalEventData & { readonly start: Date; readonly end: Date };

/** Most occurrences of a series. */
const MOST_OCCURRENCES = 2_000;

/** A series as parts of an iCalendar file. */
export interface WrittenSeries {
	/** IANA name of the zone of its times, which the file has to describe for the period. */
	readonly timezone: string;
	readonly period: { readonly fromMs: number; readonly toMs: number };
	/** One event that recurs, and one for each occurrence that differs. */
	readonly events: readonly string[];
	/** Number of occurrences that were looked at. */
	readonly count: number;
	/** Meetings at a time that is no occurrence of the series any more. */
	readonly others: readonly MeetingRow[];
}

/** The occurrences of a series that a calendar shows. */
interface Shown {
	/** Those of its rule, from the first that is held to the last. */
	readonly ofRule: readonly Occurrence[];
	/** Those among them that are not held. */
	readonly left: readonly Occurrence[];
	readonly extra: readonly Occurrence[];
	/** Number of occurrences that were looked at. */
	readonly count: number;
}

function shownOf(series: SeriesInCalendar): Shown {
	const { recurrence, fromMs, endMs, createdUntilMs, absent, isLeftOut = () => false } = series;
	const { exDates, rDates } = recurrence;
	const created = new Set(series.meetings.map(({ occurrenceAtMs }) => occurrenceAtMs));
	const [excluded, further] = [new Set(exDates), new Set(rDates)];
	const isHeld = ({ startsAtMs, local }: Occurrence): boolean => {
		if (created.has(startsAtMs)) return true;
		if (startsAtMs < createdUntilMs || absent.has(startsAtMs) || excluded.has(local)) return false;
		return further.has(local) || !isLeftOut(local.slice(0, "2030-01-07".length));
	};
	const window = { fromMs, toMs: endMs, limit: MOST_OCCURRENCES };
	const all = occurrencesOf({ ...recurrence, exDates: [], rDates: [] }, window);
	const ofRule = all.slice(all.findIndex(isHeld), all.findLastIndex(isHeld) + 1);
	const known = new Set(ofRule.map(({ local }) => local));
	// Of the shortest rule, none of whose occurrences is taken: what is left are the further dates.
	const dates = { ...recurrence, rule: "FREQ=DAILY;COUNT=1", exDates: [] };
	const added = rDates.length === 0 ? [] : occurrencesOf(dates, { ...window, isLeftOut: () => true });
	const extra = added.filter((each) => !known.has(each.local) && isHeld(each));
	return { ofRule, left: ofRule.filter((each) => !isHeld(each)), extra, count: all.length + added.length };
}

/**
 * Writes a series as one event that recurs, so that calendar programs show all of it. Its rule ends with the last occurrence, in UTC: what
 * ends it otherwise, and what RFC 5545 does not allow beside a time zone, is in that. Undefined: it has no occurrence.
 * @param valuesOf returns what an event shows of a meeting
 */
export async function writeSeries(
	calendar: ICalCalendar,
	series: SeriesInCalendar,
	uid: string,
	slices: Slices,
	valuesOf: (row: MeetingRow) => ShownMeeting,
): Promise<WrittenSeries | undefined> {
	const { recurrence, joinUrl, hasOwnUrl = () => true } = series;
	const { timezone } = recurrence;
	const { ofRule, left, extra, count } = shownOf(series);
	const first = ofRule[0] ?? extra[0];
	if (first === undefined) return undefined;
	const last = ofRule.at(-1);
	const lines = [
		...(last ? [`RRULE:${ruleForCalendars(recurrence.rule, last.startsAtMs)}`] : []),
		...datesLine("EXDATE", timezone, left),
		// With the start where there is no rule: some programs do not count it otherwise.
		...datesLine("RDATE", timezone, extra),
	];
	const start = Temporal.PlainDateTime.from(first.local);
	const end = start.toZonedDateTime(timezone).add({ milliseconds: series.durationMs }).toPlainDateTime();
	const common = { summary: series.title, description: series.description, url: joinUrl, location: joinUrl };
	const event = calendar.createEvent({
		id: uid,
		sequence: series.version - 1,
		stamp: new Date(series.updatedAtMs),
		created: new Date(series.createdAtMs),
		lastModified: new Date(series.updatedAtMs),
		timezone,
		start,
		end,
		...common,
	});
	const localOf = new Map([...ofRule, ...extra].map(({ startsAtMs, local }) => [startsAtMs, local]));
	const others: MeetingRow[] = [];
	const overrides = await slices.map(series.meetings, (row) => {
		const { occurrenceAtMs } = row;
		const local = occurrenceAtMs === null ? undefined : localOf.get(occurrenceAtMs);
		if (occurrenceAtMs === null || local === undefined) {
			others.push(row);
			return "";
		}
		const own = valuesOf(row);
		const values = hasOwnUrl(row) ? own : { ...own, url: joinUrl, location: joinUrl };
		const planned = { start: occurrenceAtMs, end: occurrenceAtMs + series.durationMs, ...common };
		const { summary, description, url, location } = values;
		if (Bun.deepEquals({ start: +values.start, end: +values.end, summary, description, url, location }, planned))
			return "";
		const id = `RECURRENCE-ID;TZID=${timezone}:${compactTime(Temporal.PlainDateTime.from(local))}`;
		return withLines(calendar.createEvent({ ...values, id: uid }).toString(), [id]);
	});
	const times = [...ofRule, ...extra].map(({ startsAtMs }) => startsAtMs);
	const period = { fromMs: Math.min(...times), toMs: Math.max(...times) };
	const events = [withLines(event.toString(), lines), ...overrides.filter((each) => each !== "")];
	return { timezone, period, events, count, others };
}

/** Adds properties to an event that the package does not write so: dates without a rule, a local time beside those in UTC. */
const withLines = (event: string, lines: readonly string[]): string =>
	event.replace("\r\nDTSTART", () => ["", ...lines, "DTSTART"].join("\r\n"));

function datesLine(name: "EXDATE" | "RDATE", timezone: string, occurrences: readonly Occurrence[]): string[] {
	if (occurrences.length === 0) return [];
	const dates = occurrences.map(({ local }) => compactTime(Temporal.PlainDateTime.from(local)));
	return [`${name};TZID=${timezone}:${dates.join(",")}`];
}
