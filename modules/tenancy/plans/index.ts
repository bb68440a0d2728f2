export { examplePlan } from "./documentation.ts";
export {
	DEFAULT_PLAN,
	enforcementOf,
	entitlementValue,
	isLimit,
	LIMITS,
	type Limit,
	type Plan,
	planFeatures,
	planOf,
	plansOf,
} from "./plans.ts";
export { SubscriptionPlan } from "./schemas.ts";
export { toSubscriptionPlan } from "./view.ts";
