import type { OrganizationRow } from "#db/schema";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { pointerToken } from "#kernel/json";
import { text } from "#kernel/texts";
import { enforcementOf, planFeatures, planOf, plansOf } from "#modules/tenancy/plans";
import { flagLocksOf } from "#platform/compliance";
import { catalogueOf, type Flag, variantWith } from "./catalogue.ts";
import type { FlagDefinition, Killed } from "./definition.ts";
import { flagsLocked, type LockedFlag, notInPlan, unknownFlags } from "./errors.ts";
import type { FlagSource } from "./evaluate.ts";
import type { FlagOverrides, KillFlagRequest } from "./schemas.ts";
import { FLAG_NAMES } from "./values.ts";

/**
 * Asserts that all flags are built in.
 * @param path JSON Pointer of the flags
 * @throws `unknown_flag` naming every unknown one
 */
export function assertKnownFlags(flags: FlagOverrides, path: string): void {
	const known: readonly string[] = FLAG_NAMES;
	const unknown = Object.keys(flags).filter((name) => !known.includes(name));
	if (unknown.length > 0) throw unknownFlags(unknown, known, path);
}

/**
 * Asserts that there are all flags that a request names.
 * @param path JSON Pointer of the flags
 * @throws `unknown_flag` naming every unknown one
 */
export function assertFlagsExist(
	{ configuration }: Pick<FlagSource, "configuration">,
	keys: readonly string[],
	path: string,
): void {
	const flags = catalogueOf(configuration);
	const unknown = keys.filter((key) => !flags.has(key));
	if (unknown.length > 0) throw unknownFlags(unknown, [...flags.keys()], path);
}

/**
 * Asserts that an organization may decide its flags in this way. What it had decided before is no violation, even of a flag
 * that was deleted since: it has no effect.
 * @param before null: it is new
 * @param path JSON Pointer of the flags
 * @throws `unknown_flag` `validation_failed` `flag_locked` `entitlement_required`, each naming all flags it concerns
 */
export function assertMayDecide(
	before: Pick<OrganizationRow, "featureFlags"> | null,
	after: FlagSource,
	path = "/featureFlags",
): void {
	const flags = catalogueOf(after.configuration);
	const own = before?.featureFlags ?? {};
	const decided = Object.entries(after.featureFlags).filter(
		([key, value]) => !(Object.hasOwn(own, key) && Bun.deepEquals(own[key], value)),
	);
	assertFlagsExist(
		after,
		decided.map(([key]) => key),
		path,
	);
	const changed = decided.flatMap(([key, value]) => {
		const flag = flags.get(key);
		return flag === undefined ? [] : [{ flag, value }];
	});
	assertTyped(changed, path);
	const locked = changed.flatMap(({ flag, value }) => lockOn(flag, value, after) ?? []);
	if (locked.length > 0) throw flagsLocked(locked, path);
	assertIncluded(changed, after, path);
}

type Decision = { readonly flag: Flag; readonly value: unknown };

function assertTyped(decisions: readonly Decision[], path: string): void {
	const fieldErrors = new FieldErrors();
	for (const { flag, value } of decisions) {
		if (variantWith(flag.definition, value) !== undefined) continue;
		const values = Object.values(flag.definition.variants).map((each) => JSON.stringify(each));
		fieldErrors.add(
			`${path}/${pointerToken(flag.key)}`,
			"invalid",
			text("must be {expected}", { expected: { anyOf: values } }),
		);
	}
	fieldErrors.throwIfAny();
}

function lockOn({ key, definition }: Flag, value: unknown, row: FlagSource): LockedFlag | null {
	const lock = flagLocksOf(row).get(key);
	if (lock) return lock.value === value ? null : { key, control: lock.control };
	return definition.locked ? { key, control: null } : null;
}

function assertIncluded(decisions: readonly Decision[], row: FlagSource, path: string): void {
	if (enforcementOf(row) !== "hard") return;
	const features = planFeatures(row);
	const lacked = decisions.filter(({ flag, value }) => value === true && features[flag.key] === false);
	const [first] = lacked;
	if (first === undefined) return;
	const better = [...plansOf(row).values()]
		.filter((plan) => plan.isPublic && plan.features[first.flag.key] !== false)
		.toSorted((a, b) => a.prices.month.baseMinor - b.prices.month.baseMinor)[0];
	const keys = lacked.map(({ flag }) => flag.key);
	throw notInPlan(keys, planOf(row).name, better?.code ?? null, path);
}

/**
 * Returns what a killed flag is: off if it is on or off, otherwise its default, unless the request names another variant.
 * @throws `validation_failed`
 */
export function parseKill(
	{ variant, reason }: KillFlagRequest,
	{ type, variants, defaultVariant }: FlagDefinition,
): Pick<Killed, "variant" | "reason"> {
	const chosen = variant ?? (type === "boolean" ? "off" : defaultVariant);
	if (!Object.hasOwn(variants, chosen))
		throw invalidMember(
			"/variant",
			"invalid",
			text("must name a variant: {variants}", { variants: Object.keys(variants).join(", ") }),
		);
	return { variant: chosen, reason: reason?.trim() || null };
}
