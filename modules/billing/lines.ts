import type { InvoiceLine, SubscriptionRow } from "#db/schema";
import type { Plan } from "#modules/plans";
import { costUntil } from "./proration.ts";

const INTERVALS = { month: "monthly", year: "yearly" } as const;

/** Returns the lines for a whole period of a subscription; none where it costs nothing. */
export function periodLines(row: SubscriptionRow, plan: Plan): InvoiceLine[] {
	const { price, seats, interval, currentPeriodStartMs: periodStartMs, currentPeriodEndMs: periodEndMs } = row;
	const period = { periodStartMs, periodEndMs };
	const further = Math.max(0, seats - price.includedSeats);
	const lines: InvoiceLine[] = [
		{
			kind: "subscription",
			description: `${plan.name}, ${INTERVALS[interval]}`,
			quantity: 1,
			unitAmountMinor: price.baseMinor,
			amountMinor: price.baseMinor,
			...period,
		},
		{
			kind: "seats",
			description: `${plan.name}, seats beyond ${price.includedSeats}`,
			quantity: further,
			unitAmountMinor: price.perSeatMinor,
			amountMinor: further * price.perSeatMinor,
			...period,
		},
	];
	return lines.filter(({ amountMinor }) => amountMinor !== 0);
}

const prorated = (description: string, amountMinor: number, periodStartMs: number, periodEndMs: number) =>
	({
		kind: "proration",
		description,
		quantity: 1,
		unitAmountMinor: amountMinor,
		amountMinor,
		periodStartMs,
		periodEndMs,
	}) as const;

/** Returns the line that gives back what was charged for the rest of the period; none when that is nothing. */
export function unusedLines(before: SubscriptionRow, plan: Plan, fromMs: number): InvoiceLine[] {
	const amountMinor = costUntil(before, fromMs) - before.chargedMinor;
	const line = prorated(`${plan.name}, unused time`, amountMinor, fromMs, before.currentPeriodEndMs);
	return amountMinor === 0 ? [] : [line];
}

/**
 * Returns the lines of a change within a period: the unused time of what was, and the remaining time of what is. Their sum
 * is exactly the difference between what the period costs now and what was charged for it.
 * @param after with the new price among its segments, and `chargedMinor` as before
 */
export function changeLines(before: SubscriptionRow, was: Plan, after: SubscriptionRow, is: Plan, fromMs: number) {
	const unused = unusedLines(before, was, fromMs);
	const given = unused.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
	const difference = costUntil(after, after.currentPeriodEndMs) - before.chargedMinor;
	const label = `${is.name}, ${after.seats} seats, remaining time`;
	const rest = prorated(label, difference - given, fromMs, after.currentPeriodEndMs);
	return [...unused, ...(rest.amountMinor === 0 ? [] : [rest])];
}
