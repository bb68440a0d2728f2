import type { BillingAddress, InvoiceLine, InvoiceRow, InvoiceTax } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { Invoice, InvoicePreview, PublishedInvoice } from "./schemas.ts";

const PPM_PER_PERCENT = 10_000;

/** Converts a line to its representation. */
const toLine = ({ periodStartMs, periodEndMs, ...line }: InvoiceLine): Invoice["lines"][number] => ({
	kind: line.kind,
	description: line.description,
	quantity: line.quantity,
	unit: line.unit ?? null,
	unitAmountMinor: line.unitAmountMinor,
	per: line.per ?? 1,
	amountMinor: line.amountMinor,
	periodStart: rfc3339(periodStartMs),
	periodEnd: rfc3339(periodEndMs),
});

const toTax = ({ name, ratePpm, inclusive, amountMinor }: InvoiceTax): Invoice["taxes"][number] => ({
	name,
	ratePercent: ratePpm / PPM_PER_PERCENT,
	inclusive,
	amountMinor,
});

/** What a preview and an invoice have in common. */
type Sums = Pick<
	InvoiceRow,
	| "currency"
	| "periodStartMs"
	| "periodEndMs"
	| "lines"
	| "taxes"
	| "subtotalMinor"
	| "taxMinor"
	| "totalMinor"
	| "creditAppliedMinor"
	| "amountDueMinor"
>;

/** Converts what would be charged to its representation. */
export const toPreview = (sums: Sums): InvoicePreview => ({
	currency: sums.currency,
	periodStart: rfc3339(sums.periodStartMs),
	periodEnd: rfc3339(sums.periodEndMs),
	lines: sums.lines.map(toLine),
	subtotalMinor: sums.subtotalMinor,
	taxes: sums.taxes.map(toTax),
	taxMinor: sums.taxMinor,
	totalMinor: sums.totalMinor,
	creditAppliedMinor: sums.creditAppliedMinor,
	amountDueMinor: sums.amountDueMinor,
});

/** Returns the lines of an address, as they are printed. */
export function addressLines(address: BillingAddress | null): string[] {
	if (address === null) return [];
	const { line1, line2, postalCode, city, region, country } = address;
	const town = [postalCode, city].filter(Boolean).join(" ");
	return [line1, line2, town, region, country].flatMap((line) => line || []);
}

const optional = (ms: number | null): string | null => (ms === null ? null : rfc3339(ms));

/** Converts an invoice to its representation. */
export const toInvoice = (row: InvoiceRow): Invoice => ({
	id: row.id,
	kind: row.kind,
	number: row.number,
	status: row.state,
	...toPreview(row),
	creditGrantedMinor: row.creditGrantedMinor,
	amountPaidMinor: row.amountPaidMinor,
	correctedMinor: row.correctedMinor,
	invoiceId: row.correctsId,
	reason: row.reason,
	issuer: [...row.issuer.lines],
	customer: {
		name: row.customer.name,
		email: row.customer.email,
		taxId: row.customer.taxId,
		address: addressLines(row.customer.address),
	},
	issuedAt: rfc3339(row.issuedAtMs),
	dueAt: rfc3339(row.dueAtMs),
	paidAt: optional(row.paidAtMs),
	paymentReference: row.paymentReference,
	voidedAt: optional(row.voidedAtMs),
	overdueAt: optional(row.overdueAtMs),
});

/** Returns what is published of an invoice. */
export const toPublished = (row: InvoiceRow): PublishedInvoice => ({
	id: row.id,
	kind: row.kind,
	number: row.number,
	status: row.state,
	currency: row.currency,
	periodStart: rfc3339(row.periodStartMs),
	periodEnd: rfc3339(row.periodEndMs),
	totalMinor: row.totalMinor,
	amountDueMinor: row.amountDueMinor,
	amountPaidMinor: row.amountPaidMinor,
	dueAt: rfc3339(row.dueAtMs),
	invoiceId: row.correctsId,
});
