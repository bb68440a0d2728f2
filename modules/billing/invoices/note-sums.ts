import type { InvoiceRow } from "#db/schema";
import { sumOf } from "./money.ts";
import { taxesInPart } from "./taxes.ts";

/** Returns line, taxes and subtotal of a credit note, whose taxes are those of its part of the invoice. */
export function noteSums(row: InvoiceRow, totalMinor: number) {
	const taxes = taxesInPart(row.taxes, row.totalMinor, row.correctedMinor, totalMinor);
	const added = sumOf(taxes.flatMap(({ inclusive, amountMinor }) => (inclusive ? [] : [amountMinor])));
	const subtotalMinor = totalMinor - added;
	const { periodStartMs, periodEndMs } = row;
	const line = {
		kind: "credit",
		description: row.number,
		quantity: 1,
		unitAmountMinor: subtotalMinor,
		amountMinor: subtotalMinor,
		...{ periodStartMs, periodEndMs },
	} as const;
	return { lines: [line], taxes, taxMinor: sumOf(taxes.map(({ amountMinor }) => amountMinor)), subtotalMinor };
}
