import type { OrganizationRow, SubscriptionRow } from "#db/schema";
import { OVERAGE_METERS } from "#db/seed/plans";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { FeatureFlags } from "#modules/tenancy/feature-flags";
import { enforcementOf, entitlementValue, LIMITS, type Limit, planOf } from "#modules/tenancy/plans";
import {
	currentUsage,
	isMeter,
	overagePrice,
	PUBLIC_METERS,
	SINGULAR,
	shownQuantity,
	usagePeriod,
} from "#modules/tenancy/usage";
import { includedUnits } from "./meters.ts";
import { countWorkspaces, findSubscription } from "./repository.ts";
import type { SubscriptionEntitlements } from "./schemas.ts";

/** Workspaces are counted up to here; there may be more. */
const MOST_WORKSPACES = 10_000;

/** Returns what was granted beside the plan, as a member; none where plans are not enforced. */
const overrideOf = (organization: OrganizationRow, key: string) => {
	const value = organization.entitlementOverrides[key];
	return value === undefined || enforcementOf(organization) === "off" ? {} : { overrideValue: value };
};

/** Returns how much of a limit is used, where something is counted. */
async function useOf(
	db: ReadDb,
	organization: OrganizationRow,
	subscription: SubscriptionRow | undefined,
	key: Limit,
	nowMs: number,
) {
	if (key === "workspaces")
		return { used: await countWorkspaces(db, organization.id, MOST_WORKSPACES), unit: "workspace" };
	if (!isMeter(key)) return {};
	const { isLevel, unit } = PUBLIC_METERS[key];
	const { fromMs, toMs } = usagePeriod(organization, subscription, nowMs);
	const used = shownQuantity(await currentUsage(db, organization, key, fromMs));
	return { used, unit: SINGULAR[unit], ...(!isLevel && { resetsAt: rfc3339(toMs) }) };
}

/** Returns what more than is included costs, as a member; none where there is no more. */
function overageOf(subscription: SubscriptionRow | undefined, key: Limit) {
	const meter = OVERAGE_METERS.find((each) => each === key);
	const current = subscription?.metered.at(-1);
	const terms = meter && current?.segments.at(-1)?.terms[meter];
	if (!current || !terms || overagePrice(subscription, meter) === null) return {};
	const { per, amountMinor } = terms;
	return { overage: { per, amountMinor, currency: current.currency, included: includedUnits(current, meter) } };
}

/** Returns everything that an organization is entitled to: limits first, then features. */
export async function entitlementsOf(
	db: ReadDb,
	organization: OrganizationRow,
	nowMs: number,
): Promise<SubscriptionEntitlements[]> {
	const { limits, features } = planOf(organization);
	const isBilled = enforcementOf(organization) !== "off";
	const subscription = isBilled ? await findSubscription(db, { orgId: organization.id }) : undefined;
	const limited = await Promise.all(
		LIMITS.map(async (key): Promise<SubscriptionEntitlements> => {
			const value = entitlementValue(organization, key);
			const use = await useOf(db, organization, subscription, key, nowMs);
			const left = typeof value === "number" && use.used !== undefined ? Math.max(0, value - use.used) : null;
			return {
				key,
				type: isMeter(key) && !PUBLIC_METERS[key].isLevel ? "metered" : "static",
				value,
				planValue: limits[key],
				...overrideOf(organization, key),
				...use,
				...(use.used !== undefined && { remaining: left }),
				...overageOf(subscription, key),
			};
		}),
	);
	const featured = Object.keys(FeatureFlags.properties).map(
		(key): SubscriptionEntitlements => ({
			key,
			type: "boolean",
			value: entitlementValue(organization, key),
			planValue: features[key] ?? true,
			...overrideOf(organization, key),
		}),
	);
	return [...limited, ...featured];
}
