import type { ICalCalendar, ICalEventData } from "ical-generator";
import type { MeetingRow } from "#db/schema";
import { type Occurrence, occurrencesOf, type Recurrence, ruleForCalendars } from "#kernel/recurrence";
import { compactTime } from "./timezone-block.ts";

/** A series as calendars show it. */
export interface SeriesInCalendar {
	readonly id: string;
	readonly version: number;
	readonly createdAtMs: number;
	readonly updatedAtMs: number;
	readonly title: string;
	readonly description: string | null;
	/** Address at which its meetings are joined; null: each has its own, which only `changed` can show. */
	readonly joinUrl: string | null;
	/** With the occurrences that were cancelled among its `exDates`. */
	readonly recurrence: Recurrence;
	readonly durationMs: number;
	/** Time at which no occurrence begins any more. */
	readonly endMs: number;
	/** Whether the organization is closed on a local date; `rDates` are held nevertheless. */
	readonly isLeftOut?: (date: string) => boolean;
	/** Meetings that differ from what the series says, with the time at which it says they start. */
	readonly changed: readonly { readonly row: MeetingRow; readonly occurrenceAtMs: number }[];
}

/** Most occurrences of a series. */
const MOST_OCCURRENCES = 2_000;

/** A series as parts of an iCalendar file. */
export interface WrittenSeries {
	/** IANA name of the zone of its times, which the file has to describe for the period. */
	readonly timezone: string;
	readonly period: { readonly fromMs: number; readonly toMs: number };
	/** One event that recurs, and one for each occurrence that was changed. */
	readonly events: readonly string[];
}

/**
 * Writes a series as one event that recurs, so that calendar programs show all of it. Its rule ends with the last occurrence, in UTC: what
 * ends it otherwise, and what RFC 5545 does not allow beside a time zone, is in that. Undefined: it has no occurrence.
 * @param valuesOf returns what an event shows of a meeting
 */
export function writeSeries(
	calendar: ICalCalendar,
	series: SeriesInCalendar,
	uid: string,
	valuesOf: (row: MeetingRow) => ICalEventData,
): WrittenSeries | undefined {
	const { recurrence, endMs, isLeftOut = () => false } = series;
	const { timezone, exDates, rDates } = recurrence;
	const window = { fromMs: Number.MIN_SAFE_INTEGER, toMs: endMs, limit: MOST_OCCURRENCES };
	const ofRule = occurrencesOf({ ...recurrence, exDates: [], rDates: [] }, window);
	const further = occurrencesOf({ ...recurrence, exDates: [], rDates }, { ...window, isLeftOut: () => true });
	const extra = further.filter(({ local }) => !exDates.includes(local) && !ofRule.some((each) => each.local === local));
	const first = ofRule[0] ?? extra[0];
	if (first === undefined) return undefined;
	const left = ofRule.filter(
		({ local }) => exDates.includes(local) || (isLeftOut(local.slice(0, 10)) && !rDates.includes(local)),
	);
	const last = ofRule.at(-1);
	const lines = [
		...(last ? [`RRULE:${ruleForCalendars(recurrence.rule, last.startsAtMs)}`] : []),
		...datesLine("EXDATE", timezone, left),
		// With the start where there is no rule: some programs do not count it otherwise.
		...datesLine("RDATE", timezone, extra),
	];
	const start = Temporal.PlainDateTime.from(first.local);
	const end = start.toZonedDateTime(timezone).add({ milliseconds: series.durationMs }).toPlainDateTime();
	const event = calendar.createEvent({
		id: uid,
		sequence: series.version - 1,
		stamp: new Date(series.updatedAtMs),
		created: new Date(series.createdAtMs),
		lastModified: new Date(series.updatedAtMs),
		timezone,
		start,
		end,
		summary: series.title,
		description: series.description,
		location: series.joinUrl,
		url: series.joinUrl,
	});
	const localOf = new Map([...ofRule, ...further].map(({ startsAtMs, local }) => [startsAtMs, local]));
	const overrides = series.changed.flatMap(({ row, occurrenceAtMs }) => {
		const local = localOf.get(occurrenceAtMs);
		if (local === undefined) return [];
		const id = `RECURRENCE-ID;TZID=${timezone}:${compactTime(Temporal.PlainDateTime.from(local))}`;
		return [withLines(calendar.createEvent({ ...valuesOf(row), id: uid }).toString(), [id])];
	});
	const times = [...ofRule, ...extra].map(({ startsAtMs }) => startsAtMs);
	const period = { fromMs: Math.min(...times), toMs: Math.max(...times) };
	return { timezone, period, events: [withLines(event.toString(), lines), ...overrides] };
}

/** Adds properties to an event that the package does not write so: dates without a rule, a local time beside those in UTC. */
const withLines = (event: string, lines: readonly string[]): string =>
	event.replace("\r\nDTSTART", ["", ...lines, "DTSTART"].join("\r\n"));

function datesLine(name: "EXDATE" | "RDATE", timezone: string, occurrences: readonly Occurrence[]): string[] {
	if (occurrences.length === 0) return [];
	const dates = occurrences.map(({ local }) => compactTime(Temporal.PlainDateTime.from(local)));
	return [`${name};TZID=${timezone}:${dates.join(",")}`];
}
