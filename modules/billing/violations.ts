import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Plan } from "#modules/plans";
import { currentUsage } from "#modules/usage";
import type { Violation } from "./errors.ts";
import { countWorkspaces } from "./repository.ts";
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

/** Returns every limit of a plan, and the seats that were asked for, that an organization exceeds; what was granted beside the plan stays. */
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
	return violations;
}
