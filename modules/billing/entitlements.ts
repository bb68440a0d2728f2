import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { FeatureFlags } from "#modules/feature-flags";
import { enforcementOf, entitlementValue, LIMITS, type Limit, planOf } from "#modules/plans";
import { currentUsage, isMeter, monthOf, PUBLIC_METERS, shownQuantity } from "#modules/usage";
import { countWorkspaces } from "./repository.ts";
import type { SubscriptionEntitlements } from "./schemas.ts";

/** Workspaces are counted up to here; there may be more. */
const MOST_WORKSPACES = 10_000;

const SINGULAR = {
	minutes: "minute",
	bytes: "byte",
	summaries: "summary",
	seats: "seat",
	requests: "request",
} as const;

/** Returns what was granted beside the plan, as a member; none where plans are not enforced. */
const overrideOf = (organization: OrganizationRow, key: string) => {
	const value = organization.entitlementOverrides[key];
	return value === undefined || enforcementOf(organization) === "off" ? {} : { overrideValue: value };
};

/** Returns how much of a limit is used, where something is counted. */
async function useOf(db: ReadDb, organization: OrganizationRow, key: Limit, nowMs: number) {
	if (key === "workspaces")
		return { used: await countWorkspaces(db, organization.id, MOST_WORKSPACES), unit: "workspace" };
	if (!isMeter(key)) return {};
	const { isLevel, unit } = PUBLIC_METERS[key];
	const { fromMs, toMs } = monthOf(organization, nowMs);
	const used = shownQuantity(await currentUsage(db, organization, key, fromMs));
	return { used, unit: SINGULAR[unit], ...(!isLevel && { resetsAt: rfc3339(toMs) }) };
}

/** Returns everything that an organization is entitled to: limits first, then features. */
export async function entitlementsOf(
	db: ReadDb,
	organization: OrganizationRow,
	nowMs: number,
): Promise<SubscriptionEntitlements[]> {
	const { limits, features } = planOf(organization);
	const limited = await Promise.all(
		LIMITS.map(async (key): Promise<SubscriptionEntitlements> => {
			const value = entitlementValue(organization, key);
			const use = await useOf(db, organization, key, nowMs);
			const left = typeof value === "number" && use.used !== undefined ? Math.max(0, value - use.used) : null;
			return {
				key,
				type: isMeter(key) && !PUBLIC_METERS[key].isLevel ? "metered" : "static",
				value,
				planValue: limits[key],
				...overrideOf(organization, key),
				...use,
				...(use.used !== undefined && { remaining: left }),
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
