import type { SeriesRow } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { type Occurrence, occurrencesOf } from "#kernel/recurrence";
import { instantOf, later } from "./local.ts";

/** Most occurrences of a series. */
export const MOST_OCCURRENCES = 1_000;
/** How long a series lasts at most, in years. */
export const MOST_YEARS = 2;

/** What says when the meetings of a series are. */
export type Schedule = Pick<
	SeriesRow,
	"rule" | "startsAt" | "timezone" | "durationMinutes" | "exDates" | "rDates" | "until"
>;

/** Whether nothing is held on a date, `2030-12-25`. */
export type IsLeftOut = (date: string) => boolean;

/** Returns the time at which no occurrence of a series begins any more, in Unix ms. */
export function endOf({ startsAt, timezone, until }: Schedule): number {
	const limit = instantOf(later(startsAt, { years: MOST_YEARS }), timezone);
	return until === null ? limit : Math.min(limit, instantOf(later(until, { seconds: 1 }), timezone));
}

/** Returns the planned duration of the meetings of a series, in ms. */
export const durationOf = ({ durationMinutes }: Pick<Schedule, "durationMinutes">): number =>
	durationMinutes * MINUTE_MS;

/** Returns the occurrences of a series within a period. @param isLeftOut default: nothing is */
export function occurrencesIn(
	series: Schedule,
	{ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
	isLeftOut?: IsLeftOut,
	limit = MOST_OCCURRENCES,
): Occurrence[] {
	const period = { fromMs, toMs: Math.min(toMs, endOf(series)), limit };
	return period.fromMs >= period.toMs ? [] : occurrencesOf(series, isLeftOut ? { ...period, isLeftOut } : period);
}

/** Returns all occurrences of a series, holidays included. @param limit of their number */
export const allOccurrences = (series: Schedule, limit = MOST_OCCURRENCES): Occurrence[] =>
	occurrencesIn(series, { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER }, undefined, limit);
