import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { createdResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { tag } from "#modules/billing/billing-accounts";
import { type Bill, billFields, Invoice, invoiceFields } from "./schemas.ts";

const line = {
	kind: "subscription",
	description: "Team, monthly",
	quantity: 1,
	unit: null,
	unitAmountMinor: 2900,
	per: 1,
	amountMinor: 2900,
	periodStart: "2030-01-01T00:00:00.000Z",
	periodEnd: "2030-02-01T00:00:00.000Z",
} as const;
const sums = {
	currency: "EUR",
	periodStart: "2030-01-01T00:00:00.000Z",
	periodEnd: "2030-02-01T00:00:00.000Z",
	lines: [line],
	subtotalMinor: 2900,
	taxes: [{ name: "VAT", ratePercent: 19, inclusive: false, amountMinor: 551 }],
	taxMinor: 551,
	totalMinor: 3451,
	creditAppliedMinor: 0,
	amountDueMinor: 3451,
} satisfies Partial<Bill>;

const example: Invoice = {
	id: exampleId("ivc"),
	kind: "invoice",
	number: "INV-000042",
	status: "open",
	...sums,
	creditGrantedMinor: 0,
	amountPaidMinor: 0,
	correctedMinor: 0,
	invoiceId: null,
	reason: null,
	issuer: ["Example Meetings Ltd", "1 High Street", "London"],
	customer: {
		name: "Ada Lovelace Academy",
		email: "accounts@example.edu",
		taxId: null,
		address: ["12 Mill Lane", "CB2 1RX Cambridge", "GB"],
	},
	issuedAt: "2030-02-01T00:00:04.120Z",
	dueAt: "2030-02-15T00:00:04.120Z",
	paidAt: null,
	paymentReference: null,
	voidedAt: null,
	overdueAt: null,
};
const paid: Invoice = {
	...example,
	status: "paid",
	amountDueMinor: 0,
	amountPaidMinor: 3451,
	paidAt: "2030-02-11T10:00:00.000Z",
	paymentReference: "Transfer 2030-02-11",
};
const note: Invoice = {
	...example,
	id: exampleId("ivc", 2),
	kind: "credit_note",
	number: "CN-000003",
	status: "issued",
	lines: [
		{
			...line,
			kind: "credit",
			description: "INV-000042",
			quantity: 1,
			unit: null,
			unitAmountMinor: 1597,
			per: 1,
			amountMinor: 1597,
		},
	],
	subtotalMinor: 1597,
	taxes: [{ name: "VAT", ratePercent: 19, inclusive: false, amountMinor: 303 }],
	taxMinor: 303,
	totalMinor: 1900,
	amountDueMinor: 0,
	invoiceId: example.id,
	reason: "Two weeks without service",
};

const PAGE = { "text/html": { schema: Type.String({ description: "The document, to be printed." }) } };
const OPEN = "Available while the organization is suspended.";
const found = getResponses("The invoice", invoiceFields.schema, "Invoice retrieved", example);
const listed = pageResponse("A page of invoices", invoiceFields.schema, "Invoices retrieved", example);

/** Documentation of the operations on invoices. */
export const documentation = {
	list: operation({
		id: "listInvoices",
		summary: "List the invoices of an organization",
		description: `Invoices and credit notes, the newest first. With \`Accept: text/html\` as a page. ${OPEN}`,
		tag,
		responses: { 200: { ...listed, alternatives: PAGE } },
	}),

	get: operation({
		id: "getInvoice",
		summary: "Get an invoice",
		description: `With \`Accept: text/html\` as a document to be printed, in English, German or Spanish (\`Accept-Language\`). ${OPEN}`,
		tag,
		responses: { ...found, 200: { ...found[200], alternatives: PAGE } },
	}),

	bill: operation({
		id: "getBill",
		summary: "Get the running bill of an organization",
		description: `Returns the invoice that would be issued if the current period ended now, with taxes and less the balance of the account. ${OPEN}`,
		tag,
		responses: {
			200: okResponse("The bill", billFields.schema, "Bill retrieved", { ...sums, asOf: "2030-01-20T09:30:00.000Z" }),
		},
	}),

	pay: operation({
		id: "payInvoice",
		summary: "Record the payment of an invoice",
		description: "For payments received outside of Parley. Only system administrators.",
		tag,
		request: { reference: "Transfer 2030-02-11" },
		responses: { 200: versionedResponse("The invoice", Invoice, "Invoice paid", paid) },
		errors: ["precondition_failed", "state_conflict"],
	}),

	void: operation({
		id: "voidInvoice",
		summary: "Void an invoice",
		description:
			"Cancels an open invoice without payments or credit notes; it keeps its number, and the balance it used " +
			"is returned to the account. Only system administrators.",
		tag,
		responses: {
			200: versionedResponse("The invoice", Invoice, "Invoice voided", {
				...example,
				status: "void",
				amountDueMinor: 0,
				voidedAt: "2030-02-02T08:00:00.000Z",
			}),
		},
		errors: ["precondition_failed", "state_conflict"],
	}),

	creditNote: operation({
		id: "createCreditNote",
		summary: "Issue a credit note",
		description:
			"Credits an invoice, or a part of it: the amount due decreases, and amounts already paid are added to the " +
			"balance of the account, which the next invoice uses. The taxes of all credit notes of an invoice add up " +
			"exactly to its taxes. Only system administrators.",
		tag,
		request: { reason: "Two weeks without service", amountMinor: 1 },
		responses: { 201: createdResponse("credit note", "The credit note", Invoice, "Credit note issued", note) },
		errors: ["precondition_failed", "state_conflict"],
	}),
};
