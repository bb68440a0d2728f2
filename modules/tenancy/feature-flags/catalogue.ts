import type { Configuration, OrgType } from "#db/schema";
import { memoizePerConfiguration } from "#platform/configuration";
import { BUILT_IN_FLAGS, isBuiltIn } from "./built-in.ts";
import type { FlagDefinition, FlagValue, Killed, Rollout, Rule, StoredFlag } from "./definition.ts";
import { FLAG_NAMES, type FLAG_SOURCES, type FlagName } from "./values.ts";

/** The value of a flag, and where it comes from. Never changes: made once, and shared. */
export interface Outcome {
	readonly value: FlagValue;
	/** Name of the variant that has this value. */
	readonly variant: string;
	readonly source: (typeof FLAG_SOURCES)[number];
	/** The reason, in one sentence. */
	readonly reason: string;
}

/** A flag that can be evaluated. */
export interface Flag {
	readonly key: string;
	/** Null: built in, and the operator has changed nothing. */
	readonly stored: StoredFlag | null;
	readonly definition: FlagDefinition;
	/** Set while it is killed. */
	readonly killed: Outcome | null;
	/** Of the types with a default of their own. */
	readonly byOrgType: Readonly<Partial<Record<OrgType, Outcome>>>;
	readonly system: Outcome;
	/** Of the organization's own decision, by variant. */
	readonly own: Readonly<Record<string, Outcome>>;
	readonly rules: readonly PreparedRule[];
	readonly rollout: PreparedRollout | null;
	/** Whether any of its rollouts is by `targetingKey`. */
	readonly dividesKeys: boolean;
}

/** A {@link Rollout} with what it results in. */
export interface PreparedRollout {
	readonly by: Rollout["by"];
	/** With the sums of the percentages up to and including each. */
	readonly steps: readonly { readonly below: number; readonly outcome: Outcome }[];
}

/** A {@link Rule} with what it results in: one outcome, or a rollout. */
export interface PreparedRule {
	readonly when: Rule["when"];
	readonly outcome: Outcome | null;
	readonly rollout: PreparedRollout | null;
}

/** All flags of an installation by key, the built-in ones first. */
export type Catalogue = ReadonlyMap<string, Flag>;

/** Variants of a flag that is on or off. */
export const ON_OFF: Readonly<Record<string, FlagValue>> = { on: true, off: false };

/** Returns the name of the variant with this value of a flag that is on or off. */
export const variantOfBoolean = (isOn: boolean): string => (isOn ? "on" : "off");

/** Returns what is built in of a flag. */
export const builtInDefinition = (name: FlagName): FlagDefinition => ({
	description: BUILT_IN_FLAGS[name].description,
	type: "boolean",
	variants: ON_OFF,
	defaultVariant: variantOfBoolean(BUILT_IN_FLAGS[name].isOn),
	rules: [],
	rollout: null,
	locked: false,
});

/** Returns the flags that the operator has defined or changed. */
export const storedFlags = ({ flags }: Pick<Configuration, "flags">): Readonly<Record<string, StoredFlag>> =>
	flags as Readonly<Record<string, StoredFlag>>; // It contains only what the catalogue service stored.

/** Returns all flags of an installation. */
export const catalogueOf = memoizePerConfiguration((configuration): Catalogue => {
	const stored = storedFlags(configuration);
	const own = Object.keys(stored)
		.filter((key) => !isBuiltIn(key))
		.sort();
	const flags = [...FLAG_NAMES, ...own].map((key) => prepare(key, stored[key] ?? null, configuration));
	return new Map(flags.map((flag) => [flag.key, flag]));
});

function prepare(key: string, stored: StoredFlag | null, { tenantDefaults }: Configuration): Flag {
	const definition = stored?.definition ?? builtInDefinition(key as FlagName); // Only built-in ones are stored without.
	const { variants, defaultVariant, rules, rollout } = definition;
	// A copy that is not frozen: the engine converts frozen lists to JSON several times as slowly.
	const values = structuredClone(variants);
	const outcome = (variant: string, source: Outcome["source"], reason: string): Outcome =>
		Object.freeze({ value: values[variant] as FlagValue, variant, source, reason });

	const byOrgType: Partial<Record<OrgType, Outcome>> = {};
	const byType = isBuiltIn(key) ? BUILT_IN_FLAGS[key].byOrgType : {};
	for (const [orgType, isOn] of Object.entries(byType))
		byOrgType[orgType as OrgType] = outcome(
			variantOfBoolean(isOn),
			"org_type",
			`The built-in default of the type ${orgType} applies.`,
		);
	for (const [orgType, { featureFlags }] of Object.entries(tenantDefaults)) {
		const variant = variantWith(definition, featureFlags?.[key]);
		if (variant !== undefined)
			byOrgType[orgType as OrgType] = outcome(
				variant,
				"org_type",
				`The operator's default of the type ${orgType} applies.`,
			);
	}
	const prepareRollout = ({ by, split }: Rollout, source: Outcome["source"], where: string): PreparedRollout => {
		let below = 0;
		const steps = split.map(({ variant, percentage }) => {
			below += percentage;
			return { below, outcome: outcome(variant, source, `The rollout${where} gives ${percentage} % this variant.`) };
		});
		return { by, steps };
	};
	const killed = stored?.killed;
	return {
		key,
		stored,
		definition,
		killed: killed ? outcome(killed.variant, "kill_switch", reasonOf(killed)) : null,
		byOrgType,
		system: outcome(defaultVariant, "system", "The default of the installation applies."),
		own: Object.fromEntries(
			Object.keys(variants).map((variant) => [
				variant,
				outcome(variant, "organization", "The organization has decided so."),
			]),
		),
		rules: rules.map(({ when, variant, rollout: shares }, index) => ({
			when,
			outcome: variant === undefined ? null : outcome(variant, "rule", `Rule ${index + 1} of the flag applies.`),
			rollout: shares ? prepareRollout(shares, "rollout", ` of rule ${index + 1}`) : null,
		})),
		rollout: rollout && prepareRollout(rollout, "rollout", ""),
		dividesKeys: [rollout, ...rules.map((rule) => rule.rollout)].some((shares) => shares?.by === "targetingKey"),
	};
}

const reasonOf = ({ reason }: Killed): string =>
	reason === null ? "The operator has killed the flag." : `The operator has killed the flag: ${reason}`;

/** Returns the name of the variant of a flag that has a value; undefined: none has. */
export function variantWith({ type, variants }: FlagDefinition, value: unknown): string | undefined {
	if (value === undefined) return undefined;
	if (type === "boolean") return value === true ? "on" : value === false ? "off" : undefined;
	for (const [name, each] of Object.entries(variants)) if (Bun.deepEquals(each, value, true)) return name;
	return undefined;
}
