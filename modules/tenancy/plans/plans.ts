import type { Configuration, OrganizationRow } from "#db/schema";
import { type PlanLimits, SEED_PLANS, type SeedPlan } from "#db/seed/plans";
import { memoizePerConfiguration } from "#platform/configuration";

/** A plan as the operator offers it. */
export interface Plan extends SeedPlan {
	/** Whether organizations may choose it themselves. */
	readonly isPublic: boolean;
	/** What it says of each feature flag that it decides: false, it does not include it. */
	readonly features: Readonly<Record<string, boolean>>;
}

export { OVERAGE_METERS } from "#db/seed/plans";

/** The plan of organizations without a subscription, where plans are enforced. */
export const DEFAULT_PLAN = "free";
/** The plan of every organization where plans are not enforced. */
export const UNLIMITED_PLAN = "unlimited";

/** Codes of all plans. */
export const PLAN_CODES = SEED_PLANS.map(({ code }) => code);
/** Names of the limits of a plan. */
export const LIMITS = Object.keys(SEED_PLANS[0]?.limits ?? {}) as readonly (keyof PlanLimits)[];
/** Name of a limit of a plan. */
export type Limit = keyof PlanLimits;

/** What an operator may change of a plan, as it is stored. */
export type PlanChanges = Partial<Omit<Plan, "code" | "features">>;

const withChanges = (seed: SeedPlan, changes: PlanChanges = {}): Plan => {
	const plan = { isPublic: seed.code !== UNLIMITED_PLAN, ...seed, ...changes };
	return { ...plan, features: Object.fromEntries(plan.lacks.map((flag) => [flag, false])) };
};

/** Returns what the operator has changed of a plan. */
export const changesOf = ({ plans }: Configuration, code: string): PlanChanges =>
	// It contains only what `UpdatePlanRequest` accepted.
	(plans as Readonly<Record<string, PlanChanges>>)[code] ?? {};

const offered = memoizePerConfiguration(
	(configuration): ReadonlyMap<string, Plan> =>
		new Map(SEED_PLANS.map((seed) => [seed.code, withChanges(seed, changesOf(configuration, seed.code))])),
);

type Of<Column extends keyof OrganizationRow> = Pick<OrganizationRow, "configuration" | Column>;

/** Returns all plans of an installation by code, in the order of what they include. */
export const plansOf = ({ configuration }: Of<"configuration">): ReadonlyMap<string, Plan> => offered(configuration);

/** Returns how far plans are enforced. */
export const enforcementOf = ({ configuration }: Of<"configuration">) => configuration.billing.enforcement ?? "off";

/**
 * Returns the plan of an organization: that of its subscription, `free` without one; always `unlimited` where plans are not
 * enforced.
 */
export function planOf(row: Of<"planCode">): Plan {
	const code = enforcementOf(row) === "off" ? UNLIMITED_PLAN : (row.planCode ?? DEFAULT_PLAN);
	const plan = plansOf(row).get(code);
	if (plan === undefined) throw new Error(`there is no plan ${code}`);
	return plan;
}

const NOTHING_LACKED: Readonly<Record<string, boolean>> = {};

/**
 * Returns what the plan of an organization says of feature flags, by name: false, it does not include the feature. An
 * entitlement that was granted beside the plan overrides it.
 */
export function planFeatures(row: Of<"planCode" | "entitlementOverrides">): Readonly<Record<string, boolean>> {
	// What is only announced is permitted.
	if (enforcementOf(row) !== "hard") return NOTHING_LACKED;
	const { features } = planOf(row);
	const granted = Object.entries(row.entitlementOverrides).filter(([, value]) => typeof value === "boolean");
	return granted.length === 0 ? features : { ...features, ...(Object.fromEntries(granted) as Record<string, boolean>) };
}

/**
 * Returns what an organization is entitled to: a number that limits it, whether it has a feature, or null, which is without a
 * limit. What was granted beside the plan comes first; of seats, those that are paid for.
 */
export function entitlementValue(
	row: Of<"planCode" | "paidSeats" | "entitlementOverrides">,
	key: string,
): number | boolean | null {
	const { limits, features } = planOf(row);
	if (enforcementOf(row) !== "off") {
		const override = row.entitlementOverrides[key];
		if (override !== undefined) return override;
		if (key === "seats" && row.paidSeats !== null) return row.paidSeats;
	}
	return isLimit(key) ? limits[key] : (features[key] ?? true);
}

/** Whether this is the name of a limit. */
export const isLimit = (key: string): key is Limit => LIMITS.some((each) => each === key);
