import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import type { Interval, OveragePrice } from "#db/seed/plans";
import { settings } from "#modules/tenancy/settings";
import type { Span } from "#platform/usage";
import type { PublicMeter } from "./meters.ts";

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

/** Returns the month, counted from the anchor whatever the interval, that contains an instant. */
export function monthContaining({ anchorMs, timezone }: Omit<PeriodSource, "interval">, atMs: number): Span {
	const source = { anchorMs, timezone, interval: "month" } as const;
	const [anchor, at] = [anchorMs, atMs].map((ms) =>
		Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timezone).toPlainDate().toPlainYearMonth(),
	);
	// By the names of the months; the day and the time of day may say that it is the one before.
	let index = anchor && at ? anchor.until(at, { largestUnit: "months" }).months : 0;
	while (startOfPeriod(source, index) > atMs) index--;
	return { fromMs: startOfPeriod(source, index), toMs: startOfPeriod(source, index + 1) };
}

/** What of a subscription decides how use is counted. */
export type Subscribed = Pick<SubscriptionRow, "state" | "anchorMs" | "timezone" | "price">;

/** Returns the month of the organization's calendar that contains an instant. */
function calendarMonth(organization: OrganizationRow, atMs: number): Span {
	const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(
		settings.effective(organization).timezone,
	);
	const first = day.with({ day: 1 }).startOfDay();
	return { fromMs: first.epochMilliseconds, toMs: first.add({ months: 1 }).startOfDay().epochMilliseconds };
}

/**
 * Returns the period of use that contains an instant: the month of the subscription, one twelfth of a yearly one; a month of
 * the calendar where there is no subscription.
 */
export const usagePeriod = (organization: OrganizationRow, subscribed: Subscribed | undefined, atMs: number): Span =>
	subscribed === undefined || subscribed.state === "canceled"
		? calendarMonth(organization, atMs)
		: monthContaining(subscribed, atMs);

/** Returns what more of a meter costs than is included; null: there is no more. Nothing is sold during a trial. */
export function overagePrice(subscribed: Subscribed | undefined, meter: PublicMeter): OveragePrice | null {
	if (subscribed === undefined || subscribed.state === "trialing" || subscribed.state === "canceled") return null;
	const prices: Readonly<Partial<Record<PublicMeter, OveragePrice | null>>> = subscribed.price.overage ?? {};
	return prices[meter] ?? null;
}
