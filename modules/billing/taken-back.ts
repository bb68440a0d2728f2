import type { InvoiceRow, SubscriptionRow } from "#db/schema";
import { share } from "#modules/invoices";

/** Returns what an invoice has charged for the current period of a subscription, without use and taxes. */
const chargedBy = ({ lines, currency }: InvoiceRow, row: SubscriptionRow): number =>
	lines
		.filter(({ kind, periodStartMs, periodEndMs }) => {
			const isWithin = periodStartMs >= row.currentPeriodStartMs && periodEndMs === row.currentPeriodEndMs;
			return isWithin && kind !== "usage" && currency === row.currency;
		})
		.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/**
 * Returns a subscription of whose current period a part of an invoice is taken back: it costs that much less, spread over
 * the whole of it, so that leaving does not give it back once more. Parts of an invoice add up to exactly what it charged.
 * @param invoice as it was before
 * @param totalMinor what is taken back of it, taxes included
 */
export function withTakenBack(row: SubscriptionRow, invoice: InvoiceRow, totalMinor: number): SubscriptionRow {
	const charged = chargedBy(invoice, row);
	const until = (correctedMinor: number) => share(charged, correctedMinor, invoice.totalMinor);
	const lessMinor = until(invoice.correctedMinor + totalMinor) - until(invoice.correctedMinor);
	return {
		...row,
		chargedMinor: row.chargedMinor - lessMinor,
		segments: row.segments.map(({ fromMs, priceMinor }) => ({ fromMs, priceMinor: priceMinor - lessMinor })),
	};
}
