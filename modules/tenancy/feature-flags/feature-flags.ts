import type { OrganizationRow } from "#db/schema";
import { catalogueOf, type Flag } from "./catalogue.ts";
import { evaluate, type FlagSource, subjectOf } from "./evaluate.ts";
import type { FeatureFlags } from "./schemas.ts";
import { FLAG_NAMES, type FlagName } from "./values.ts";

/** The flags that the program asks for, as one section of an organization. */
export const featureFlags = {
	column: "featureFlags",

	/** Returns what is in effect for an organization as a whole. A new object, which the caller may modify. */
	effective(row: FlagSource): FeatureFlags {
		const [flags, subject] = [catalogueOf(row.configuration), subjectOf(row)];
		return byName((name) => evaluate(known(flags.get(name)), subject).value === true);
	},

	/** Returns the values of an organization of a type that nothing else decides for: no rule, no rollout, no plan. */
	defaults({ orgType, configuration }: Pick<OrganizationRow, "orgType" | "configuration">): FeatureFlags {
		const flags = catalogueOf(configuration);
		return byName((name) => {
			const { byOrgType, system } = known(flags.get(name));
			return (byOrgType[orgType] ?? system).value === true;
		});
	},
} as const;

function byName(value: (name: FlagName) => boolean): FeatureFlags {
	const flags: Partial<Record<FlagName, boolean>> = {};
	for (const name of FLAG_NAMES) flags[name] = value(name);
	return flags as FeatureFlags; // Each name has a value.
}

function known(flag: Flag | undefined): Flag {
	if (flag === undefined) throw new Error("a built-in flag is missing");
	return flag;
}
