import { type TSchema, Type } from "@sinclair/typebox";
import { checked } from "#http/checks";

import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";
import { parseProse } from "#kernel/prose";
import { Amount, PaymentReference } from "#modules/billing/billing-accounts";
import { INVOICE_KINDS, INVOICE_LINE_KINDS, INVOICE_STATES } from "./values.ts";

const Minor = (description: string) =>
	Type.Integer({ description: `${description}, in minor units of the currency (cents).` });
/** Maximum length of the reason of a credit note. */
export const MAX_REASON_LENGTH = 500;

const Currency = Type.String({ description: "ISO 4217.", examples: ["EUR"] });

const lineMembers = {
	kind: OneOf(INVOICE_LINE_KINDS, "what the line charges for"),
	description: Type.String({ examples: ["Team, monthly"] }),
	quantity: Type.Integer(),
	unit: Nullable(Type.String({ description: "The unit; null: given by the description.", examples: ["minute"] })),
	unitAmountMinor: Minor("Price of `per` of them"),
	per: Type.Integer({ minimum: 1, description: "Number of units that the price is for: mostly 1." }),
	amountMinor: Minor("Amount charged, negative for a credit; not always quantity × price"),
	periodStart: Timestamp,
	periodEnd: Timestamp,
} satisfies Record<string, TSchema>;
const Line = closed(lineMembers);

const Tax = closed({
	name: Type.String({ examples: ["VAT"] }),
	ratePercent: Type.Number({ description: "19 is 19 %.", examples: [19] }),
	inclusive: Type.Boolean({ description: "Whether the lines include it." }),
	amountMinor: Minor("Amount"),
});

/** What an invoice charges, before anything is paid. */
const sums = {
	currency: Currency,
	periodStart: Timestamp,
	periodEnd: Timestamp,
	lines: Type.Array(Line),
	subtotalMinor: Minor("Sum of the lines"),
	taxes: Type.Array(Tax),
	taxMinor: Minor("Sum of the taxes, those included"),
	totalMinor: Minor("Subtotal with the taxes that it does not include"),
	creditAppliedMinor: Minor("Amount paid from the balance of the account"),
	amountDueMinor: Minor("Amount due, never negative"),
};

/** An invoice that is not issued yet. */
export const InvoicePreview = closed(sums, { $id: "InvoicePreview" });
export type InvoicePreview = typeof InvoicePreview.static;

/** What would be charged if the period ended now. */
export const Bill = closed({ ...sums, asOf: Timestamp }, { $id: "Bill" });
export type Bill = typeof Bill.static;

/** Selector of `fields` for a bill. */
export const billFields = selectable(Bill);

const Customer = closed({
	name: Type.String(),
	email: Nullable(Type.String()),
	taxId: Nullable(Type.String()),
	address: Type.Array(Type.String(), { description: "Lines." }),
});

const invoiceMembers = {
	id: Id("ivc", "id of the invoice"),
	kind: OneOf(INVOICE_KINDS, "`credit_note`: credits an invoice, or a part of it"),
	number: Type.String({ description: "Consecutive within the kind, without gaps.", examples: ["INV-000042"] }),
	status: OneOf(INVOICE_STATES, "`open`: due; `issued`: a credit note, on which nothing is due"),
	...sums,
	creditGrantedMinor: Minor("Amount added to the balance of the account when it was issued"),
	amountPaidMinor: Minor("Amount paid"),
	correctedMinor: Minor("Sum of its credit notes"),
	invoiceId: Nullable(Id("ivc", "the invoice that a credit note takes back")),
	reason: Nullable(Type.String({ description: "Why a credit note was issued." })),
	issuer: Type.Array(Type.String(), { description: "Name and address of the issuer, in lines." }),
	customer: Customer,
	issuedAt: Timestamp,
	dueAt: Timestamp,
	paidAt: Nullable(Timestamp),
	paymentReference: Nullable(Type.String()),
	voidedAt: Nullable(Timestamp),
	overdueAt: Nullable(Timestamp),
} satisfies Record<string, TSchema>;

/** An invoice or a credit note. Only its status and what was paid change once it is issued. */
export const Invoice = closed(invoiceMembers, { $id: "Invoice" });
export type Invoice = typeof Invoice.static;

/** Selector of `fields` for an invoice. */
export const invoiceFields = selectable(Invoice);

const { id, kind, number, status, currency, periodStart, periodEnd, totalMinor, amountDueMinor, amountPaidMinor } =
	invoiceMembers;

/** What is published of an invoice: nothing about people. */
export const PublishedInvoice = closed(
	{
		...{ id, kind, number, status, currency, periodStart, periodEnd, totalMinor, amountDueMinor, amountPaidMinor },
		dueAt: Timestamp,
		invoiceId: invoiceMembers.invoiceId,
	},
	{ $id: "PublishedInvoice" },
);
export type PublishedInvoice = typeof PublishedInvoice.static;

/** Path parameters that identify an invoice. */
export const InvoiceParams = closed({
	orgId: Id("org", "id of the organization"),
	invoiceId: Id("ivc", "id of the invoice"),
});

/** Filters of the list of invoices. */
export const ListInvoicesQuery = listQuery({
	status: Type.Optional(OneOf(INVOICE_STATES, "only those with this status")),
});
export type ListInvoicesQuery = typeof ListInvoicesQuery.static;

/** What was received for an invoice. */
export const PayInvoiceRequest = closed(
	{
		amountMinor: Type.Optional(
			Amount("Amount received, at most the amount due, in minor units. Default: the amount due."),
		),
		reference: Type.Optional(PaymentReference),
	},
	{ $id: "PayInvoiceRequestBody" },
);
export type PayInvoiceRequest = typeof PayInvoiceRequest.static;

/** A credit note to be issued. */
export const CreateCreditNoteRequest = closed(
	{
		reason: checked(
			Type.String({ description: "Printed on it, 1…500 characters.", examples: ["Two weeks without service"] }),
			(raw, path) => parseProse(raw, path, MAX_REASON_LENGTH),
		),
		amountMinor: Type.Optional(
			Amount("Amount to credit, taxes included, in minor units. Default: all that has not been credited yet."),
		),
	},
	{ $id: "CreateCreditNoteRequestBody" },
);
export type CreateCreditNoteRequest = typeof CreateCreditNoteRequest.static;
