import type { SeriesRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import type { Occurrence } from "#kernel/recurrence";
import { dateAt, later } from "./local.ts";
import type { DaysOff } from "./ports.ts";
import { endOf, type IsLeftOut, MOST_OCCURRENCES, MOST_YEARS, occurrencesIn } from "./schedule.ts";

/** Number of next occurrences that a series shows. */
const NEXT = 5;

type Period = { readonly fromMs: number; readonly toMs: number };

/** Returns which dates of a period are left out of a series. */
export async function leftOutIn(db: ReadDb, daysOff: DaysOff, series: SeriesRow, period: Period): Promise<IsLeftOut> {
	const [from, to] = [dateAt(period.fromMs, series.timezone), dateAt(period.toMs, series.timezone)];
	const dates = await daysOff.between(db, series.orgId, { from, to });
	return (date) => dates.has(date);
}

/** Returns the occurrences of a series in a period, without those that are left out. @param limit of their number */
export async function openOccurrences(
	db: ReadDb,
	daysOff: DaysOff,
	series: SeriesRow,
	period: Period,
	limit = MOST_OCCURRENCES,
): Promise<Occurrence[]> {
	const within = { fromMs: period.fromMs, toMs: Math.min(period.toMs, endOf(series)) };
	if (within.fromMs >= within.toMs) return [];
	return occurrencesIn(series, within, await leftOutIn(db, daysOff, series, within), limit);
}

/** Returns the next occurrences of series of one organization, by their ids: days off are read once for all. */
export async function nextOccurrencesOf(
	db: ReadDb,
	daysOff: DaysOff,
	rows: readonly SeriesRow[],
	nowMs: number,
): Promise<Map<string, string[]>> {
	const [first] = rows;
	if (first === undefined) return new Map();
	// A day more on both ends: the dates of all time zones.
	const from = dateAt(nowMs - DAY_MS, "Etc/UTC");
	const to = later(`${from}T00:00:00`, { years: 2 * MOST_YEARS }).slice(0, from.length);
	const dates = await daysOff.between(db, first.orgId, { from, to });
	const nextOf = (row: SeriesRow) =>
		occurrencesIn(row, { fromMs: nowMs, toMs: endOf(row) }, (date) => dates.has(date), NEXT);
	return new Map(rows.map((row) => [row.id, nextOf(row).map(({ occurrence }) => occurrence)]));
}
