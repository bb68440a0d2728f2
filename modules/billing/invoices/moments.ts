import type { InvoiceRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A part of an invoice that is taken back. */
export interface TakenBack {
	/** As it was before. */
	readonly invoice: InvoiceRow;
	/** What is taken back, taxes included, in minor units. */
	readonly totalMinor: number;
}

/** An open invoice was issued. One that the balance has paid at once is `paid` when it is issued, and no moment. */
export const invoiceIssued = defineMoment<InvoiceRow>("invoice.issued");

/** Nothing is due of an invoice any more: it was paid, or taken back by credit notes. */
export const invoicePaid = defineMoment<InvoiceRow>("invoice.paid");

/** An invoice was not paid until its due date; once for each. */
export const invoiceOverdue = defineMoment<InvoiceRow>("invoice.overdue");

/** An open invoice was voided. */
export const invoiceVoided = defineMoment<InvoiceRow>("invoice.voided");

/** A part of an invoice is taken back, by a credit note or as it is voided; before anything else of it. */
export const invoiceTakenBack = defineMoment<TakenBack>("invoice.taken_back");
