import type { InvoiceLine, SubscriptionRow } from "#db/schema";
import type { InvoiceDraft } from "#modules/billing/invoices";
import type { Plan } from "#modules/tenancy/plans";
import { costUntil, periodPrice } from "./proration.ts";

/** A line, and the currency of its price. */
export interface CurrencyLine {
	/** ISO 4217. */
	readonly currency: string;
	readonly line: InvoiceLine;
}

/** Returns the lines in one currency. */
export const linesIn = (currency: string, lines: readonly CurrencyLine[]): InvoiceLine[] =>
	lines.filter((each) => each.currency === currency).map(({ line }) => line);

/** Returns an invoice of lines, which spans their periods; null where they add up to nothing: no invoice is made of that. */
export function draftOf(currency: string, lines: readonly InvoiceLine[]): InvoiceDraft | null {
	if (lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === 0) return null;
	const periodStartMs = Math.min(...lines.map((line) => line.periodStartMs));
	const periodEndMs = Math.max(...lines.map((line) => line.periodEndMs));
	return { lines, currency, periodStartMs, periodEndMs };
}

/** Returns the invoices of what a subscription charges, one for each currency, its own last. @param others in any currency */
export function draftsOf(
	currency: string,
	lines: readonly InvoiceLine[],
	others: readonly CurrencyLine[],
): InvoiceDraft[] {
	const all = [...others.filter((each) => each.currency !== currency), ...lines.map((line) => ({ currency, line }))];
	const sorted = [...all, ...others.filter((each) => each.currency === currency)];
	return [...new Set(sorted.map((each) => each.currency))].flatMap(
		(each) => draftOf(each, linesIn(each, sorted)) ?? [],
	);
}

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

/**
 * Returns the line that gives back what was charged for the rest of the period; none when that is nothing, or when so much was
 * taken back of the period that less was charged than it has cost so far.
 */
export function unusedLines(before: SubscriptionRow, plan: Plan, fromMs: number): InvoiceLine[] {
	const amountMinor = Math.min(0, costUntil(before, fromMs) - before.chargedMinor);
	const line = prorated(`${plan.name}, unused time`, amountMinor, fromMs, before.currentPeriodEndMs);
	return amountMinor === 0 ? [] : [line];
}

/** Returns what lines of unused time give back, in minor units, 0…. */
export const unusedMinor = (unused: readonly InvoiceLine[]): number =>
	-unused.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

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

/**
 * Returns the lines of the current period as it is charged for by now; after a change within it, what it costs before and
 * since each. Their sum is exactly what was charged.
 */
export function currentLines(row: SubscriptionRow, plan: Plan): InvoiceLine[] {
	const { segments, currentPeriodEndMs, seats } = row;
	// One that began while nobody was billed, or of which something was taken back, costs less than its price.
	if (segments.length <= 1 && row.chargedMinor === periodPrice(row.price, seats)) return periodLines(row, plan);
	return segments.flatMap(({ fromMs }, index) => {
		const toMs = segments[index + 1]?.fromMs ?? currentPeriodEndMs;
		const isLast = index === segments.length - 1;
		const amountMinor = (isLast ? row.chargedMinor : costUntil(row, toMs)) - costUntil(row, fromMs);
		const name = `${plan.name}, ${seats} seats`;
		const changed = isLast ? `${name}, since the last change` : "Before a change";
		const label = segments.length === 1 ? name : changed;
		return amountMinor === 0 ? [] : [prorated(label, amountMinor, fromMs, toMs)];
	});
}
