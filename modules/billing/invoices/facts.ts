import { defineFacts } from "#platform/unit-of-work";
import { PublishedInvoice } from "./schemas.ts";

/** Facts about invoices. */
export const facts = defineFacts("invoice", {
	"invoice.issue": { event: "billing.invoice.issued", payload: PublishedInvoice, category: "organization" },
	"invoice.pay": { event: "billing.invoice.paid", payload: PublishedInvoice, category: "organization" },
	"invoice.pay_part": {
		event: "billing.invoice.partly_paid",
		payload: PublishedInvoice,
		category: "organization",
	},
	"invoice.fall_overdue": { event: "billing.invoice.overdue", payload: PublishedInvoice, category: "organization" },
	"invoice.void": { event: "billing.invoice.voided", payload: PublishedInvoice, category: "organization" },
	"invoice.correct": { event: "billing.credit_note.issued", payload: PublishedInvoice, category: "organization" },
	"invoice.overpay": {
		event: null,
		because: "what was paid twice is in the balance of the account, which the next invoice shows",
		category: "organization",
	},
});
