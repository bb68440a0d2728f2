import type { OrganizationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { defaultsOf } from "./defaults.ts";
import type {
	FeatureFlags,
	FullOrganization,
	Organization,
	OrganizationSettings,
	OrganizationSummary,
	RetentionPolicy,
	Suspension,
} from "./schemas.ts";
import type { OrgType } from "./values.ts";

/** The columns an {@link Organization} is made of. */
export type OrganizationFacts = Pick<
	OrganizationRow,
	"id" | "name" | "orgType" | "billingAccountId" | "settings" | "retentionPolicy" | "allowedDomains" | "featureFlags"
>;

/** The billing account of an organization that was given none: its own. */
export const ownBillingAccountId = (orgId: string): string => `bac_${orgId.slice("org_".length)}`;

/** The settings in effect: the organization's own, else the default of its kind. */
export const effectiveSettings = (row: Pick<OrganizationRow, "orgType" | "settings">): OrganizationSettings => ({
	...defaultsOf(row.orgType as OrgType).settings,
	...(row.settings as Partial<OrganizationSettings>),
});

/** The seven members of the specification, with everything in effect. On the path of every GET: it allocates little. */
export function toOrganization(row: OrganizationFacts): Organization {
	const orgType = row.orgType as OrgType;
	const defaults = defaultsOf(orgType);
	return {
		name: row.name,
		orgType,
		billingAccountId: row.billingAccountId ?? ownBillingAccountId(row.id),
		settings: { ...defaults.settings, ...(row.settings as Partial<OrganizationSettings>) },
		retentionPolicy: { ...defaults.retentionPolicy, ...(row.retentionPolicy as Partial<RetentionPolicy>) },
		allowedDomains: row.allowedDomains as string[],
		featureFlags: { ...defaults.featureFlags, ...(row.featureFlags as Partial<FeatureFlags>) },
	};
}

/** An organization as lists and events show it. */
export const toSummary = (row: OrganizationRow): OrganizationSummary => ({
	id: row.id,
	state: row.state,
	createdAt: rfc3339(row.createdAtMs),
	...toOrganization(row),
});

/** Everything an organization can show. @param suspension null: nothing suspends it, or nobody asked */
export const toFullOrganization = (row: OrganizationRow, suspension: Suspension | null): FullOrganization => ({
	...toSummary(row),
	slug: row.slug,
	externalId: row.externalId,
	suspension,
	metadata: { ...(row.metadata as Readonly<Record<string, string>>) },
	version: row.version,
	updatedAt: rfc3339(row.updatedAtMs),
	purgeAt: row.purgeAtMs === null ? null : rfc3339(row.purgeAtMs),
});
