import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { entitlementValue, type Plan } from "#modules/tenancy/plans";
import { currentUsage } from "#modules/tenancy/usage";
import type { Violation } from "./errors.ts";
import { countCalendarFeeds, countJoinDomains, countWorkspaces } from "./repository.ts";
import type { Terms } from "./terms.ts";

/** What is there at a time and limited by plans: what a smaller plan may have no room for. */
const levelsOf = (db: ReadDb, organization: OrganizationRow, { limits }: Plan, nowMs: number) => [
	{ key: "seats", limit: limits.seats, used: () => currentUsage(db, organization, "seats", nowMs) },
	{
		key: "recording_storage_bytes",
		limit: limits.recording_storage_bytes,
		used: () => currentUsage(db, organization, "recording_storage_bytes", nowMs),
	},
	{
		key: "workspaces",
		limit: limits.workspaces,
		used: () => countWorkspaces(db, organization.id, 100_000),
	},
];

/** Counts what is there of features that leave something behind, in an organization that has them. */
const COUNTED: Readonly<Record<string, (db: ReadDb, orgId: string) => Promise<number>>> = {
	autoJoinByDomain: countJoinDomains,
	calendarSync: countCalendarFeeds,
};

/** Returns the features that a plan lacks and an organization uses: what there is of them, or that it has switched them on. */
async function featuresInUse(db: ReadDb, organization: OrganizationRow, { lacks }: Plan): Promise<Violation[]> {
	const violations: Violation[] = [];
	for (const key of lacks) {
		// What was granted stays, and what the organization does not have now is no loss.
		if (organization.entitlementOverrides[key] === true || entitlementValue(organization, key) === false) continue;
		const count = (await COUNTED[key]?.(db, organization.id)) ?? 0;
		const used = Math.max(count, organization.featureFlags[key] === true ? 1 : 0);
		if (used > 0) violations.push({ key, limit: 0, used });
	}
	return violations;
}

/**
 * Returns every limit of a plan, and the seats that were asked for, that an organization exceeds, and the features that it
 * uses; what was granted beside the plan stays.
 */
export async function violationsOf(
	db: ReadDb,
	organization: OrganizationRow,
	{ plan, seats }: Terms,
	nowMs: number,
): Promise<Violation[]> {
	const violations: Violation[] = [];
	for (const { key, limit, used: read } of levelsOf(db, organization, plan, nowMs)) {
		const granted = organization.entitlementOverrides[key];
		const included = key === "seats" ? Math.min(seats, limit ?? seats) : limit;
		const allowed = granted === undefined ? included : granted;
		if (typeof allowed !== "number") continue;
		const used = await read();
		if (used > allowed) violations.push({ key, limit: allowed, used });
	}
	return [...violations, ...(await featuresInUse(db, organization, plan))];
}
