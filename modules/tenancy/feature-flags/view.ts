import { rfc3339 } from "#kernel/clock";
import { isBuiltIn } from "./built-in.ts";
import type { Flag } from "./catalogue.ts";
import type { FeatureFlag } from "./schemas.ts";

type Shown = NonNullable<FeatureFlag["rollout"]> | null;

/** Converts a flag to its representation. @param isForOperator whether rules and rollout are shown */
export function toFeatureFlag({ key, stored, definition, byOrgType }: Flag, isForOperator: boolean): FeatureFlag {
	const { type, description, variants, defaultVariant, locked, rules, rollout } = definition;
	const killed = stored?.killed ?? null;
	return {
		key,
		builtIn: isBuiltIn(key),
		type,
		description,
		variants: { ...variants },
		defaultVariant,
		orgTypeDefaults: Object.fromEntries(Object.entries(byOrgType).map(([orgType, { value }]) => [orgType, value])),
		locked,
		killed: killed && { at: rfc3339(killed.atMs), variant: killed.variant, reason: killed.reason },
		// Stored as the schema of requests has accepted them.
		...(isForOperator && { rules: [...rules] as NonNullable<FeatureFlag["rules"]>, rollout: rollout as Shown }),
		createdAt: stored && !isBuiltIn(key) ? rfc3339(stored.createdAtMs) : null,
		updatedAt: stored && rfc3339(stored.updatedAtMs),
	};
}
