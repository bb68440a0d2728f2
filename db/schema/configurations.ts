import { id, instant, int, json, table } from "../dsl.ts";
import type { OrgType } from "./organizations.ts";

/** Members of a JSON object that the module that owns it parses. */
export type ConfiguredMembers = Readonly<Record<string, unknown>>;

/** What an operator has decided for new and existing organizations of one type, as far as they do not decide themselves. */
export interface TypeDefaults {
	readonly settings?: ConfiguredMembers;
	readonly retentionPolicy?: ConfiguredMembers;
	readonly featureFlags?: ConfiguredMembers;
	/** Former defaults with longer periods, by which content is still purged for some time. */
	readonly shortened?: readonly ShortenedDefaults[];
}

/** Defaults whose retention periods have been shortened: the purge of what that hides is delayed. */
export interface ShortenedDefaults {
	/** The defaults until then, as far as retention periods follow from them. */
	readonly previous: Pick<TypeDefaults, "settings" | "retentionPolicy">;
	/** Unix ms. */
	readonly purgesFromMs: number;
}

/** Whether what a plan does not include is permitted (`off`), announced (`soft`) or refused (`hard`). */
export const ENFORCEMENTS = ["off", "soft", "hard"] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];

/** What an operator has changed of what is built in, each member owned by one module. */
export interface ConfigurationMembers {
	/** By organization type; owned by `modules/installation/configurations`. */
	readonly tenantDefaults: Readonly<Partial<Record<OrgType, TypeDefaults>>>;
	/** By key. */
	readonly flags: ConfiguredMembers;
	/** By code. */
	readonly plans: ConfiguredMembers;
	/** By name; owned by `modules/installation/configurations`. */
	readonly configs: ConfiguredMembers;
	/** What the servers were started with, so that it can be read with every organization; owned by `modules/tenancy/plans`. */
	readonly billing: { readonly enforcement?: Enforcement };
}

/** The configuration of the installation; it never changes, see `platform/configuration`. */
export interface Configuration extends ConfigurationMembers {
	/** Random, and new with each change: `default` while nothing was ever changed. */
	readonly contentId: string;
	/** Counts all changes from 1. */
	readonly version: number;
	/** Counts the changes of each member from 1: entity tags. */
	readonly versions: Readonly<Record<keyof ConfigurationMembers, number>>;
}

/** What operators have changed at run time, for the whole installation: one row, or none while that is nothing. */
export const configurations = table("configurations", {
	key: id().primaryKey(),
	/** See {@link Configuration}. */
	contentId: id().notNull(),
	/** See {@link Configuration}. */
	version: int().notNull(),
	value: json<Omit<Configuration, "contentId" | "version">>().notNull(),
	updatedAtMs: instant().notNull(),
});

/** The configuration as stored. */
export type ConfigurationRow = typeof configurations.$inferSelect;
