import type { OrganizationRow } from "#db/schema";
import { enforcementOf, planFeatures, planOf } from "#modules/tenancy/plans";
import { type FlagLock, flagLocksOf } from "#platform/compliance";
import type { SectionSource } from "#platform/sections";
import { bucketOf } from "./bucket.ts";
import { type Flag, type Outcome, type PreparedRollout, variantOfBoolean, variantWith } from "./catalogue.ts";
import type { Conditions } from "./definition.ts";

/** What of an organization its flags follow from. */
export type FlagSource = SectionSource<"featureFlags"> &
	Pick<OrganizationRow, "id" | "metadata" | "planCode" | "entitlementOverrides">;

/** Who asks, beside the organization. */
export interface FlagContext {
	/** Role in the organization; null: nobody asks, or without one. */
	readonly role: string | null;
	/** What rollouts by `targetingKey` divide; null: unknown. */
	readonly targetingKey: string | null;
}

/** For what concerns an organization as a whole. */
export const NOBODY: FlagContext = { role: null, targetingKey: null };

/** An organization and a caller, for whom any number of flags is evaluated. */
export interface Subject {
	readonly row: FlagSource;
	readonly context: FlagContext;
	readonly locks: ReadonlyMap<string, FlagLock>;
	readonly features: Readonly<Record<string, boolean>>;
}

/** Returns the subject of evaluations. */
export const subjectOf = (row: FlagSource, context: FlagContext = NOBODY): Subject => ({
	row,
	context,
	locks: flagLocksOf(row),
	features: lackedFeatures(row),
});

/** What plans say counts only where they are enforced: `soft` refuses nothing. */
const lackedFeatures = (row: FlagSource): Subject["features"] =>
	enforcementOf(row) === "hard" ? planFeatures(row) : NOTHING;
const NOTHING: Subject["features"] = {};

/**
 * Evaluates a flag. The first that decides wins: kill switch, lock of the compliance mode, the organization, its plan, the
 * default of its type, the rules of the flag, its rollout, its default. A few hundred nanoseconds, a rollout included.
 */
export function evaluate(flag: Flag, subject: Subject): Outcome {
	if (flag.killed) return flag.killed;
	const { row, locks, features } = subject;
	const lock = locks.get(flag.key);
	if (lock) return locked(flag, lock);
	const own = flag.definition.locked ? undefined : variantWith(flag.definition, row.featureFlags[flag.key]);
	const isLacked = features[flag.key] === false && flag.definition.type === "boolean";
	// What an organization has switched on before its plan changed does not outlast that; what it has switched off does.
	if (own !== undefined && !(isLacked && own === "on")) return flag.own[own] ?? flag.system;
	if (isLacked) return lackedBy(flag, row);
	return flag.byOrgType[row.orgType] ?? byTargeting(flag, subject) ?? flag.system;
}

const locked = ({ definition }: Flag, { value, control }: FlagLock): Outcome => ({
	value,
	variant: variantWith(definition, value) ?? variantOfBoolean(value),
	source: "compliance",
	reason: `The compliance control ${control} locks it.`,
});

const lackedBy = ({ definition }: Flag, row: FlagSource): Outcome => ({
	value: definition.variants.off ?? false,
	variant: "off",
	source: "plan",
	reason: `The plan ${planOf(row).code} does not include it.`,
});

function byTargeting(flag: Flag, subject: Subject): Outcome | null {
	for (const { when, outcome, rollout } of flag.rules) {
		if (!holds(when, subject)) continue;
		const found = outcome ?? (rollout && shareOf(flag, rollout, subject));
		if (found) return found;
	}
	return flag.rollout && shareOf(flag, flag.rollout, subject);
}

function holds({ orgType, plan, orgId, role, metadata }: Conditions, { row, context }: Subject): boolean {
	if (orgType && !orgType.includes(row.orgType)) return false;
	if (plan && !plan.includes(planOf(row).code)) return false;
	if (orgId && !orgId.includes(row.id)) return false;
	if (role && (context.role === null || !role.includes(context.role))) return false;
	for (const [name, values] of Object.entries(metadata ?? {})) {
		const value = Object.hasOwn(row.metadata, name) ? row.metadata[name] : undefined;
		if (typeof value !== "string" || !values.includes(value)) return false;
	}
	return true;
}

function shareOf({ key }: Flag, { by, steps }: PreparedRollout, { row, context }: Subject): Outcome | null {
	const id = by === "organization" ? row.id : context.targetingKey;
	if (id === null) return null;
	const bucket = bucketOf(key, id);
	return steps.find(({ below }) => bucket < below)?.outcome ?? null;
}

/**
 * Whether the outcome of a flag would follow from a targeting key that nobody has sent.
 * @param source of the outcome without one
 */
export function lacksTargetingKey(flag: Flag, subject: Subject, source: Outcome["source"]): boolean {
	if (!flag.dividesKeys || subject.context.targetingKey !== null) return false;
	if (source !== "rule" && source !== "rollout" && source !== "system") return false;
	for (const { when, outcome, rollout } of flag.rules) {
		if (!holds(when, subject)) continue;
		if (rollout?.by === "targetingKey") return true;
		if (outcome ?? (rollout && shareOf(flag, rollout, subject))) return false;
	}
	return flag.rollout?.by === "targetingKey";
}
