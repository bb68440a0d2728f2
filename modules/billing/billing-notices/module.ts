import type { BillingAccounts } from "#modules/billing/billing-accounts";
import type { Contribution, Core } from "#platform/module";
import { billingMails } from "./mails.ts";
import { type BillingNotices, createNotices } from "./notices.ts";

/** The module, and what others use of it. */
export type BillingNoticesModule = Contribution & { readonly notices: BillingNotices };

/** Creates the module of the mails to those who pay for organizations. */
export const createBillingNoticesModule = (
	core: Core,
	{ accounts }: { readonly accounts: BillingAccounts },
): BillingNoticesModule => ({ mails: billingMails, notices: createNotices({ ...core, accounts }) });
