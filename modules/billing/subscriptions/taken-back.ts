import type { InvoiceRow, SubscriptionRow } from "#db/schema";
import { share } from "#modules/billing/invoices";

/** What an invoice has charged, and how much of that was taken back. */
type Charged = Pick<InvoiceRow, "lines" | "currency" | "totalMinor" | "correctedMinor">;

/** Returns what an invoice has charged for the current period of a subscription, without use and taxes. */
export const chargedBy = ({ lines, currency }: Charged, row: SubscriptionRow): number =>
	lines
		.filter(({ kind, periodStartMs, periodEndMs }) => {
			const isWithin = periodStartMs >= row.currentPeriodStartMs && periodEndMs === row.currentPeriodEndMs;
			return isWithin && kind !== "usage" && currency === row.currency;
		})
		.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/**
 * Returns a subscription of whose current period a part of an invoice is taken back: every part of it costs that much less, in
 * proportion, so that leaving does not give it back once more. Parts of an invoice add up to exactly what it charged.
 * @param invoice as it was before
 * @param totalMinor what is taken back of it, taxes included
 */
export function withTakenBack(row: SubscriptionRow, invoice: Charged, totalMinor: number): SubscriptionRow {
	const charged = chargedBy(invoice, row);
	const until = (correctedMinor: number) => share(charged, correctedMinor, invoice.totalMinor);
	const lessMinor = until(invoice.correctedMinor + totalMinor) - until(invoice.correctedMinor);
	const chargedMinor = Math.max(0, row.chargedMinor - lessMinor);
	if (row.chargedMinor === 0) return row;
	const inProportion = (priceMinor: number) => share(priceMinor, chargedMinor, row.chargedMinor);
	return {
		...row,
		chargedMinor,
		segments: row.segments.map(({ fromMs, priceMinor }) => ({ fromMs, priceMinor: inProportion(priceMinor) })),
	};
}
