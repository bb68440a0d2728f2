import type { OrganizationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { parseFields, project, projection, type Selector } from "#kernel/field-mask";
import type { AiPolicySection } from "#modules/governance/ai-policy";
import { retentionPolicy } from "#modules/governance/retention";
import { featureFlags } from "#modules/tenancy/feature-flags";
import { settings } from "#modules/tenancy/settings";
import {
	type FullOrganization,
	type Organization,
	type OrganizationSelection,
	type OrganizationSummary,
	organizationShape,
	type Suspension,
} from "./schemas.ts";

/** What is shown of an organization. Every change of it is a new version. */
export type ShownOrganization = Omit<OrganizationRow, "deletionAuthority">;

/** The columns that {@link toOrganization} reads. */
type OrganizationViewRow = Pick<
	ShownOrganization,
	| "id"
	| "name"
	| "orgType"
	| "billingAccountId"
	| "settings"
	| "retentionPolicy"
	| "allowedDomains"
	| "featureFlags"
	| "metadata"
	| "planCode"
	| "entitlementOverrides"
	| "configuration"
>;

/** Returns the default billing account of an organization. */
export const ownBillingAccountId = (orgId: string): string => `bac_${orgId.slice("org_".length)}`;

/**
 * Converts an organization to the seven members of the specification, with effective values. On the path of every GET:
 * allocates little.
 */
export function toOrganization(row: OrganizationViewRow): Organization {
	return {
		name: row.name,
		orgType: row.orgType,
		billingAccountId: row.billingAccountId ?? ownBillingAccountId(row.id),
		settings: settings.effective(row),
		retentionPolicy: retentionPolicy.effective(row),
		allowedDomains: row.allowedDomains as string[],
		featureFlags: featureFlags.effective(row),
	};
}

/** Converts an organization to its form in lists and events. */
export const toSummary = (row: ShownOrganization): OrganizationSummary => ({
	id: row.id,
	state: row.state,
	createdAt: rfc3339(row.createdAtMs),
	...toOrganization(row),
});

/** Converts an organization to all of its members. @param suspension null: it is not suspended, or it does not matter */
export const toFullOrganization = (
	row: ShownOrganization,
	suspension: Suspension | null,
	aiPolicy: AiPolicySection,
): FullOrganization => ({
	...toSummary(row),
	slug: row.slug,
	externalId: row.externalId,
	suspension,
	aiPolicy: aiPolicy.effective(row),
	metadata: { ...(row.metadata as Readonly<Record<string, string>>) },
	version: row.version,
	updatedAt: rfc3339(row.updatedAtMs),
	purgeAt: row.purgeAtMs === null ? null : rfc3339(row.purgeAtMs),
});

/** An organization with its members that are stored apart. */
interface WithSuspension {
	readonly row: ShownOrganization;
	/** Null: it is not suspended, or not shown. */
	readonly suspension: Suspension | null;
}

/** Returns the selector of `fields` for an organization: its summary without the parameter, otherwise any of its members. */
export const organizationFieldsBy = (
	aiPolicy: AiPolicySection,
): Selector<WithSuspension, OrganizationSummary | OrganizationSelection> => ({
	parse(fields) {
		if (fields === undefined)
			return projection(
				({ row }) => toSummary(row),
				() => false,
			);
		const mask = parseFields(fields, organizationShape);
		return projection(
			({ row, suspension }) => project(toFullOrganization(row, suspension, aiPolicy), mask) as OrganizationSelection,
			(name) => mask.has(name),
		);
	},
});
