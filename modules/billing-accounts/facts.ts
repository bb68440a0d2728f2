import { defineFacts } from "#platform/unit-of-work";
import { PublishedBillingAccount } from "./schemas.ts";

/** Facts about billing accounts. */
export const facts = defineFacts("billing_account", {
	"billing_account.update": {
		event: "billing.account.updated",
		payload: PublishedBillingAccount,
		category: "organization",
	},
});
