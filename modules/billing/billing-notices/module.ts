import type { BillingAccounts } from "#modules/billing/billing-accounts";
import { invoiceIssued } from "#modules/billing/invoices";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { billingMails } from "./mails.ts";
import { type BillingNotices, createNotices } from "./notices.ts";

/** The module, and what others use of it. */
export type BillingNoticesModule = Contribution & { readonly notices: BillingNotices };

/** Creates the module of the mails to those who pay for organizations. */
export function createBillingNoticesModule(
	core: Core,
	{ accounts }: { readonly accounts: BillingAccounts },
): BillingNoticesModule {
	const notices = createNotices({ ...core, accounts });
	return { notices, mails: billingMails, reactions: [at(invoiceIssued, notices.issued)] };
}
