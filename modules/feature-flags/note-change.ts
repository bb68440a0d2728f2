import type { OrganizationRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import type { Change } from "#platform/unit-of-work";
import type { FlagValue } from "./definition.ts";
import { facts } from "./facts.ts";
import { featureFlags } from "./feature-flags.ts";

/** Records that an organization decides other flags than before, whichever operation made the change. */
export function noteFlagChange(change: Change, before: OrganizationRow, after: OrganizationRow): void {
	const changes = differencesBetween(before.featureFlags, after.featureFlags);
	if (changes.length === 0) return;
	// The column contains only what `assertMayDecide` accepted.
	const overrides = after.featureFlags as Readonly<Record<string, FlagValue>>;
	change.record(after.id, facts["feature_flag.update"], {
		id: after.id,
		object: { orgId: after.id, overrides: { ...overrides }, featureFlags: featureFlags.effective(after) },
		changes,
	});
}
