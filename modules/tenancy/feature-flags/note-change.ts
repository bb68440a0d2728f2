import type { OrganizationRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { pointerToken } from "#kernel/json";
import type { Change } from "#platform/unit-of-work";
import type { FlagValue } from "./definition.ts";
import { facts } from "./facts.ts";
import { featureFlags } from "./feature-flags.ts";
import type { FlagsChange } from "./schemas.ts";

/** Records that an organization decides other flags than before, whichever operation made the change. */
export function noteFlagChange(change: Change, before: OrganizationRow, after: OrganizationRow): void {
	const changes = differencesBetween(before.featureFlags, after.featureFlags);
	if (changes.length === 0) return;
	change.record(after.id, facts["feature_flag.update"], { id: after.id, object: toPublished(after), changes });
}

/** Records that an organization has another value of a flag than before, although it decides nothing else. */
export function noteEffect(
	change: Change,
	row: OrganizationRow,
	{ key, from, to }: { readonly key: string; readonly from: FlagValue; readonly to: FlagValue },
): void {
	const changes = [{ path: `/${pointerToken(key)}`, from, to }];
	change.record(row.id, facts["feature_flag.take_effect"], { id: row.id, object: toPublished(row), changes });
}

function toPublished(row: OrganizationRow): FlagsChange {
	// The column contains only what `assertMayDecide` accepted.
	const overrides = row.featureFlags as Readonly<Record<string, FlagValue>>;
	return { orgId: row.id, overrides: { ...overrides }, featureFlags: featureFlags.effective(row) };
}
