import { defineFacts } from "#platform/unit-of-work";
import { PublishedTrial } from "./schemas.ts";

/** Facts about trials, beside those of the subscription. */
export const facts = defineFacts("subscription", {
	"subscription.announce_trial_end": {
		event: "billing.trial_expiring",
		payload: PublishedTrial,
		category: "organization",
	},
});
