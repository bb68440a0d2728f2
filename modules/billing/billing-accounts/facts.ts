import { defineFacts } from "#platform/unit-of-work";
import { PublishedBillingAccount, PublishedRefund } from "./schemas.ts";

/** Facts about billing accounts. */
export const facts = defineFacts("billing_account", {
	"billing_account.update": {
		event: "billing.account.updated",
		payload: PublishedBillingAccount,
		category: "organization",
	},
	"billing_account.refund": { event: "billing.account.refunded", payload: PublishedRefund, category: "organization" },
});
