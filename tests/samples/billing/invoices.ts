import { issueInvoice } from "../../support/invoices.ts";
import type { SampleFile, World } from "../sample.ts";

const issue = async ({ api, owner }: World) => (await issueInvoice(api, owner.orgId, [1_900])).id;

export const samples: SampleFile["samples"] = {
	payInvoice: { records: "invoice.pay" },
	voidInvoice: { records: "invoice.void" },
	createCreditNote: { records: "invoice.correct", body: { reason: "Outage" } },
};

export const makers: SampleFile["makers"] = { invoiceId: issue };
export const items: SampleFile["items"] = { listInvoices: issue };
