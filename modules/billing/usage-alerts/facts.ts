import { defineFacts } from "#platform/unit-of-work";
import { PublishedUsageAlert } from "./schemas.ts";

/** Facts about limits that are almost, or all, used up. */
export const facts = defineFacts("usage", {
	"usage.reach_threshold": {
		event: "billing.usage_threshold_reached",
		payload: PublishedUsageAlert,
		category: "organization",
	},
});
