import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { closed, each, Flag, Nullable, OneOf } from "#http/schemas";
import { RetentionOverrides, RetentionPolicy } from "#modules/governance/retention";
import { FeatureFlags, FlagOverrides } from "#modules/tenancy/feature-flags";
import { OrganizationSettings, SettingsOverrides } from "#modules/tenancy/settings";
import { ORG_TYPES } from "./values.ts";

/** What an organization of one type has as far as it decides nothing itself. */
const members = {
	settings: OrganizationSettings,
	retentionPolicy: RetentionPolicy,
	featureFlags: FeatureFlags,
};

/** The defaults of one organization type. */
export const TenantDefaults = closed(members, { $id: "TenantDefaults" });
export type TenantDefaults = typeof TenantDefaults.static;

/** The defaults of every organization type. */
export const AllTenantDefaults = closed(each(ORG_TYPES, TenantDefaults), { $id: "AllTenantDefaults" });
export type AllTenantDefaults = typeof AllTenantDefaults.static;

/** Selector of `fields` for the defaults of one type. */
export const tenantDefaultsFields = selectable(TenantDefaults);

/** Selector of `fields` for those of every type. */
export const allTenantDefaultsFields = selectable(AllTenantDefaults);

const outcome = {
	dryRun: Type.Boolean({ description: "Whether it was a dry run, which changes nothing." }),
	affectedTenants: Nullable(
		Type.Integer({
			minimum: 0,
			description: "Of a dry run: number of organizations whose values in effect would change.",
		}),
	),
};

/** The defaults of one type after a change, and whom it affects. */
export const ChangedTenantDefaults = closed({ ...members, ...outcome }, { $id: "ChangedTenantDefaults" });
export type ChangedTenantDefaults = typeof ChangedTenantDefaults.static;

/** The same of all types. */
export const ChangedAllTenantDefaults = closed(
	{ ...each(ORG_TYPES, TenantDefaults), ...outcome },
	{ $id: "ChangedAllTenantDefaults" },
);
export type ChangedAllTenantDefaults = typeof ChangedAllTenantDefaults.static;

const overrides = {
	settings: Type.Optional(SettingsOverrides),
	retentionPolicy: Type.Optional(RetentionOverrides),
	featureFlags: Type.Optional(FlagOverrides),
};

/** Defaults of one type that differ from those built in. */
export const SetTenantDefaultsRequest = closed(overrides, { $id: "SetTenantDefaultsRequestBody" });
export type SetTenantDefaultsRequest = typeof SetTenantDefaultsRequest.static;

/** The same of all types. */
export const SetAllTenantDefaultsRequest = closed(each(ORG_TYPES, Type.Optional(SetTenantDefaultsRequest)), {
	$id: "SetAllTenantDefaultsRequestBody",
});
export type SetAllTenantDefaultsRequest = typeof SetAllTenantDefaultsRequest.static;

/** Path of the defaults of one type. */
export const OrgTypeParams = closed({
	orgType: { ...OneOf(ORG_TYPES, "kind of tenant"), examples: ["education"] },
});

/** Parameters of a change of defaults. */
export const ChangeQuery = closed({
	dryRun: Type.Optional(Flag("Only checks the request and counts the affected organizations.")),
});
export type ChangeQuery = typeof ChangeQuery.static;
