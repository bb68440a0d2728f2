import type { InvoiceIssuer, InvoiceLine, InvoiceRow, OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import type { Jobs } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { TaxRate } from "./taxes.ts";

/** What an invoice is to charge, before taxes that are added to it. */
export interface InvoiceDraft {
	readonly lines: readonly InvoiceLine[];
	/** ISO 4217, upper case. */
	readonly currency: string;
	readonly periodStartMs: number;
	readonly periodEndMs: number;
}

/** An invoice to be issued. */
export interface NewInvoice extends InvoiceDraft {
	/** Until when it is to be paid, Unix ms. */
	readonly dueAtMs: number;
}

/** What is given back of what invoices have charged. */
export interface GivenBack {
	/** Without taxes that are added to it, in minor units, 0…. */
	readonly amountMinor: number;
	/** ISO 4217, upper case. */
	readonly currency: string;
	/** Printed on the credit notes. */
	readonly reason: string;
	/** Returns what the lines of an invoice have charged for it, without taxes that are added. */
	readonly chargedBy: (invoice: InvoiceRow) => number;
}

/** Returns what an organization would be charged if its period ended now. */
export type RunningBill = (db: ReadDb, organization: OrganizationRow, nowMs: number) => Promise<InvoiceDraft>;

/** What was received for an invoice. */
export interface Receipt {
	/** In minor units, more than 0. */
	readonly amountMinor: number;
	/** What the payment is called elsewhere; null: not said. */
	readonly reference: string | null;
}

/** Who issues the invoices of the installation. */
export type Issuer = InvoiceIssuer;

export interface InvoicesDeps extends Pick<Core, "newId"> {
	readonly jobs: Pick<Jobs, "enqueue">;
	readonly accounts: BillingAccounts;
	readonly taxRates: readonly TaxRate[];
	readonly issuer: Issuer;
}
