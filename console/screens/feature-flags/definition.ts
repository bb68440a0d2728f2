import type { components } from "#client";
import type { Values } from "../../ui/form.tsx";

export type Flag = components["schemas"]["FeatureFlag"];
export type Definition = components["schemas"]["ReplaceFeatureFlagRequestBody"];
export type Rollout = components["schemas"]["FlagRollout"];

/** Returns the share of a variant in percent, as its control shows it. */
export const shareOf = (rollout: Flag["rollout"], variant: string): string =>
	String(rollout?.split.find((each) => each.variant === variant)?.percentage ?? "");

/** Returns the whole definition with what was typed: a request replaces it. */
export function definitionOf({ type, variants, rules, ...flag }: Flag, values: Values): Definition {
	const split = Object.keys(variants)
		.filter((variant) => values[`rollout/${variant}`])
		.map((variant) => ({ variant, percentage: Number(values[`rollout/${variant}`]) }));
	return {
		type,
		variants,
		...(rules && { rules }),
		description: values.description ?? flag.description,
		defaultVariant: values.defaultVariant ?? flag.defaultVariant,
		locked: "locked" in values,
		rollout: split.length === 0 ? null : { by: values.by as Rollout["by"], split },
	};
}

/** Returns the definition if it differs from what was read; else nothing. */
export function changesOf(flag: Flag, values: Values): Definition | Record<string, never> {
	const { description, defaultVariant, locked, rollout } = definitionOf(flag, values);
	const shares = (each: Flag["rollout"] | undefined) =>
		each ? `${each.by} ${Object.keys(flag.variants).map((variant) => shareOf(each, variant))}` : "";
	const isSame =
		description === flag.description &&
		defaultVariant === flag.defaultVariant &&
		locked === flag.locked &&
		shares(rollout) === shares(flag.rollout);
	return isSame ? {} : definitionOf(flag, values);
}
