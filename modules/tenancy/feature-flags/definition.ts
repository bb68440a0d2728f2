import type { OrgType } from "#db/schema";
import type { FLAG_TYPES, ROLLOUT_UNITS } from "./values.ts";

/** Value of a flag; of the type `json` an object or a list. */
export type FlagValue = boolean | string | number | Readonly<Record<string, unknown>> | readonly unknown[];

/** Shares of variants; whoever lies beyond their sum gets what comes next. */
export interface Rollout {
	readonly by: (typeof ROLLOUT_UNITS)[number];
	readonly split: readonly { readonly variant: string; readonly percentage: number }[];
}

/** Conditions of a rule: each that is given must hold, by any of its values. */
export interface Conditions {
	readonly orgType?: readonly OrgType[];
	readonly plan?: readonly string[];
	readonly orgId?: readonly string[];
	/** Roles of the person who asks; never holds where nobody does, as in the flags of an organization. */
	readonly role?: readonly string[];
	/** Values of members of the metadata of the organization. */
	readonly metadata?: Readonly<Record<string, readonly string[]>>;
}

/** What those get for whom all conditions hold: a variant, or shares of several. */
export interface Rule {
	readonly when: Conditions;
	readonly variant?: string;
	readonly rollout?: Rollout;
}

/** Why and since when a flag is killed. */
export interface Killed {
	/** Unix ms. */
	readonly atMs: number;
	readonly variant: string;
	/** For people; null: none was given. */
	readonly reason: string | null;
}

/** What the operator decides about a flag. */
export interface FlagDefinition {
	readonly description: string;
	readonly type: (typeof FLAG_TYPES)[number];
	/** The values it can have, by name. */
	readonly variants: Readonly<Record<string, FlagValue>>;
	readonly defaultVariant: string;
	/** The first whose conditions hold applies. */
	readonly rules: readonly Rule[];
	/** Applies where no rule does. */
	readonly rollout: Rollout | null;
	/** Whether organizations are not allowed to set it. */
	readonly locked: boolean;
}

/** A flag as it is stored in the configuration of the installation. */
export interface StoredFlag {
	/** Null: as built in. */
	readonly definition: FlagDefinition | null;
	readonly killed: Killed | null;
	/** Grows with every change, also across the deletion of a flag with the same key. */
	readonly version: number;
	/** Unix ms. */
	readonly createdAtMs: number;
	/** Unix ms. */
	readonly updatedAtMs: number;
}
