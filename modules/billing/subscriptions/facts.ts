import { defineFacts } from "#platform/unit-of-work";
import { PublishedSubscription } from "./schemas.ts";

const about = { payload: PublishedSubscription, category: "organization" } as const;

/** Facts about subscriptions. */
export const facts = defineFacts("subscription", {
	"subscription.grant_entitlements": {
		event: null,
		because: "what applies is read with the billing of the organization",
		category: "organization",
	},
	"subscription.change_plan": { event: "billing.plan_changed", ...about },
	"subscription.schedule": { event: "billing.plan_change_scheduled", ...about },
	"subscription.renew": { event: "billing.subscription_renewed", ...about },
	"subscription.fall_past_due": { event: "billing.subscription_past_due", ...about },
	"subscription.pause": { event: "billing.subscription_paused", ...about },
	"subscription.resume": { event: "billing.subscription_resumed", ...about },
	"subscription.cancel": { event: "billing.subscription_canceled", ...about },
	"subscription.start_trial": { event: "billing.trial_started", ...about },
	"subscription.convert_trial": { event: "billing.trial_converted", ...about },
	"subscription.end_trial": { event: "billing.trial_expired", ...about },
});
