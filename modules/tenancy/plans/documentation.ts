import { operation } from "#http/operation";
import { getResponses, versionedResponse } from "#http/resource";
import { configurationsTag } from "#modules/tenancy/permissions";
import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import { planOf, plansOf } from "./plans.ts";
import { plansFields, SubscriptionPlan } from "./schemas.ts";
import { toSubscriptionPlan } from "./view.ts";

const plans = [...plansOf({ configuration: DEFAULT_CONFIGURATION }).values()].map(toSubscriptionPlan);

/** Example of a plan. */
export const examplePlan: SubscriptionPlan = toSubscriptionPlan(
	planOf({ configuration: DEFAULT_CONFIGURATION, planCode: null }),
);

/** Documentation of the operations on plans. */
export const documentation = {
	list: operation({
		id: "listPlans",
		summary: "Get the plans",
		description:
			"Returns the plans of this installation, from the smallest to the largest: prices, seats, limits and the " +
			"feature flags that each lacks. Where `BILLING_ENFORCEMENT` is `off`, every organization has the plan " +
			"`unlimited`.",
		tag: configurationsTag,
		responses: getResponses("The plans", plansFields.schema, "Plans retrieved", { plans }),
	}),

	update: operation({
		id: "updatePlan",
		summary: "Change a plan",
		description:
			"Replaces each property that is sent as a whole; null restores the built-in value. Limits and features " +
			"apply at once, prices to organizations that choose the plan from now on: a subscription keeps its price " +
			"until it changes.",
		tag: configurationsTag,
		request: {
			prices: { month: { baseMinor: 5900, perSeatMinor: 900 }, year: { baseMinor: 59000, perSeatMinor: 9000 } },
		},
		responses: { 200: versionedResponse("The plan", SubscriptionPlan, "Plan updated", examplePlan) },
		errors: ["not_found", "precondition_failed"],
	}),
};
