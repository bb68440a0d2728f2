import { sql } from "drizzle-orm";
import { bigint, id, index, instant, int, json, knownValues, oneOf, table, text, uniqueIndex } from "../dsl.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Who takes the payments of an organization: the operator, by hand, or Stripe. */
export const BILLING_PROVIDERS = ["manual", "stripe"] as const;
export type BillingProvider = (typeof BILLING_PROVIDERS)[number];

/** A postal address on an invoice. */
export interface BillingAddress {
	readonly line1?: string;
	readonly line2?: string;
	readonly postalCode?: string;
	readonly city?: string;
	readonly region?: string;
	/** ISO 3166-1 alpha-2, upper case. */
	readonly country?: string;
}

/** Who pays for an organization, one row each; without one, everything has its default. */
export const billingAccounts = table(
	"billing_accounts",
	{
		...ofTenant({ export: "billing-accounts" }),
		provider: oneOf(...BILLING_PROVIDERS).notNull(),
		/** ISO 4217, upper case: that of the newest invoice. */
		currency: text().notNull(),
		/** Name on invoices; null: that of the organization. */
		name: text(),
		email: text(),
		taxId: text(),
		address: json<BillingAddress>(),
		/** What the organization is owed, in minor units of the currency, 0…: used by its next invoices. */
		balanceMinor: bigint().notNull(),
		/** What it is owed in other currencies, by their code, in minor units, each 1…. */
		otherBalances: json<Readonly<Record<string, number>>>().notNull().default({}),
		/** The customer at the provider; null before there is one. */
		customerId: text(),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		updatedAtMs: instant().notNull(),
	},
	(t) => [
		...tenantKeys("billing_accounts", t),
		uniqueIndex("billing_accounts_once").on(t.orgId),
		// Not led by orgId: whose is the customer that the provider tells of?
		uniqueIndex("billing_accounts_by_customer").on(t.customerId).where(sql`${t.customerId} is not null`),
		...knownValues("billing_accounts", t),
	],
);

/** A billing account as stored. */
export type BillingAccountRow = typeof billingAccounts.$inferSelect;

/** What a line of an invoice charges for. */
export const INVOICE_LINE_KINDS = ["subscription", "seats", "proration", "usage", "credit"] as const;

/** A line of an invoice. Amounts are integers in minor units of its currency, negative where something is given back. */
export interface InvoiceLine {
	readonly kind: (typeof INVOICE_LINE_KINDS)[number];
	readonly description: string;
	readonly quantity: number;
	/** What is counted, in the singular; absent: what the description says. */
	readonly unit?: string;
	readonly unitAmountMinor: number;
	/** How many units that is the price of; absent: one. */
	readonly per?: number;
	/** What is charged; not always quantity × unit amount, where only a part of the period is. */
	readonly amountMinor: number;
	readonly periodStartMs: number;
	readonly periodEndMs: number;
}

/** A tax of an invoice. */
export interface InvoiceTax {
	readonly name: string;
	/** Millionths: 190000 is 19 %. */
	readonly ratePpm: number;
	/** Whether the lines include it. */
	readonly inclusive: boolean;
	readonly amountMinor: number;
}

/** Who an invoice is for, as of when it was issued. */
export interface InvoiceCustomer {
	readonly name: string;
	readonly email: string | null;
	readonly taxId: string | null;
	readonly address: BillingAddress | null;
	/** IANA name of the time zone in which its dates are shown. */
	readonly timezone: string;
}

/** Who issued an invoice, as of then: lines of name and address, and how to pay. */
export interface InvoiceIssuer {
	readonly lines: readonly string[];
	readonly instructions: readonly string[];
}

/** Kinds of documents: a credit note takes back an invoice, or a part of it. */
export const INVOICE_KINDS = ["invoice", "credit_note"] as const;
/** `issued`: a credit note, of which nothing is due. */
export const INVOICE_STATES = ["open", "paid", "void", "issued"] as const;

/**
 * Invoices and credit notes. All are final: only the columns below `state` ever change, and no repository can change
 * others.
 */
export const invoices = table(
	"invoices",
	{
		...ofTenant({ export: "invoices" }),
		kind: oneOf(...INVOICE_KINDS).notNull(),
		/** Consecutive within the kind, for the whole installation. */
		number: text().notNull(),
		currency: text().notNull(),
		periodStartMs: instant().notNull(),
		periodEndMs: instant().notNull(),
		lines: json<readonly InvoiceLine[]>().notNull(),
		taxes: json<readonly InvoiceTax[]>().notNull(),
		/** Sum of the lines. */
		subtotalMinor: bigint().notNull(),
		/** Sum of the taxes, those included. */
		taxMinor: bigint().notNull(),
		/** Subtotal with the taxes that it does not include. */
		totalMinor: bigint().notNull(),
		/** What was taken from the balance of the account, 0…. */
		creditAppliedMinor: bigint().notNull(),
		/** Amount added to the balance of the account when it was issued, 0…. */
		creditGrantedMinor: bigint().notNull(),
		issuer: json<InvoiceIssuer>().notNull(),
		customer: json<InvoiceCustomer>().notNull(),
		/** The credited invoice; null for an invoice. */
		correctsId: id(),
		/** Why; null for an invoice. */
		reason: text(),
		issuedAtMs: instant().notNull(),
		dueAtMs: instant().notNull(),

		state: oneOf(...INVOICE_STATES).notNull(),
		/** What is still to be paid, 0…. */
		amountDueMinor: bigint().notNull(),
		amountPaidMinor: bigint().notNull(),
		/** Sum of its credit notes, 0…. */
		correctedMinor: bigint().notNull(),
		paidAtMs: instant(),
		/** What the payment is called elsewhere; null: not said. */
		paymentReference: text(),
		voidedAtMs: instant(),
		/** When it was found to be unpaid after its due date; null: it was not. */
		overdueAtMs: instant(),
		version: int().notNull(),
	},
	(t) => [
		...tenantKeys("invoices", t),
		// Not led by orgId: numbers are unique in the installation.
		uniqueIndex("invoices_number_unique").on(t.number),
		index("invoices_by_age").on(t.orgId, t.issuedAtMs, t.id),
		index("invoices_by_state").on(t.orgId, t.state, t.issuedAtMs, t.id),
		index("invoices_overdue").on(t.orgId, t.state, t.overdueAtMs).where(sql`${t.overdueAtMs} is not null`),
		...knownValues("invoices", t),
	],
);

/** An invoice as stored. */
export type InvoiceRow = typeof invoices.$inferSelect;

/** The last number of each series of documents. A row is locked until what got its number is committed: no number is lost. */
export const invoiceCounters = table("invoice_counters", {
	series: id().primaryKey(),
	lastNumber: bigint().notNull(),
});
