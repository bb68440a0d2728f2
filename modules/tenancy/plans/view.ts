import type { Plan } from "./plans.ts";
import type { SubscriptionPlan } from "./schemas.ts";

/** Converts a plan to its representation. */
export const toSubscriptionPlan = ({
	features: _,
	lacks,
	prices,
	limits,
	overage,
	...plan
}: Plan): SubscriptionPlan => ({
	...plan,
	prices: { month: { ...prices.month }, year: { ...prices.year } },
	lacks: [...lacks],
	limits: { ...limits },
	overage: { ...overage },
});
