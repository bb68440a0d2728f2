import type { Configuration, OrganizationRow } from "#db/schema";
import type { Store } from "#db/store";
import { retentionPolicy } from "#modules/governance/retention";
import { featureFlags } from "#modules/tenancy/feature-flags";
import { settings } from "#modules/tenancy/settings";
import { organizationsOfType } from "./repository.ts";
import { ORG_TYPES } from "./values.ts";

/** Returns what is in effect for an organization, as far as the defaults of its type decide. */
const effectiveOf = (row: OrganizationRow) => [
	settings.effective(row),
	retentionPolicy.effective(row),
	featureFlags.effective(row),
];

/**
 * Counts the organizations for which something that is in effect differs between two configurations: those that decide
 * for themselves what changes, or whose compliance mode does, are not affected.
 */
export async function countAffected(store: Store, before: Configuration, after: Configuration): Promise<number> {
	let affected = 0;
	for (const orgType of ORG_TYPES) {
		if (Bun.deepEquals(before.tenantDefaults[orgType], after.tenantDefaults[orgType])) continue;
		for await (const rows of organizationsOfType(store, orgType))
			for (const row of rows) {
				const [old, next] = [before, after].map((configuration) => effectiveOf({ ...row, configuration }));
				if (!Bun.deepEquals(old, next)) affected++;
			}
	}
	return affected;
}
