import type { Interval } from "#db/seed/plans";

/** What the periods of a subscription are counted from. */
export interface PeriodSource {
	/** Start of period 0, Unix ms. */
	readonly anchorMs: number;
	/** IANA name. */
	readonly timezone: string;
	readonly interval: Interval;
}

/**
 * Returns the start of a period in Unix ms, which is the end of the one before. Periods are months or years of the calendar
 * at the same local time: each is counted from the anchor, so that one that began on January 31 begins on the last day of
 * shorter months, and on the 31st again afterwards.
 * @param index number of the period, from 0
 */
export function startOfPeriod({ anchorMs, timezone, interval }: PeriodSource, index: number): number {
	const anchor = Temporal.Instant.fromEpochMilliseconds(anchorMs).toZonedDateTimeISO(timezone);
	return anchor.add(interval === "month" ? { months: index } : { years: index }).epochMilliseconds;
}
