import type { OrganizationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { featureFlags } from "#modules/feature-flags";
import { retentionPolicy } from "#modules/retention";
import { settings } from "#modules/settings";
import type { FullOrganization, Organization, OrganizationSummary, Suspension } from "./schemas.ts";

/** The columns an {@link Organization} is made of. */
export type OrganizationViewRow = Pick<
	OrganizationRow,
	"id" | "name" | "orgType" | "billingAccountId" | "settings" | "retentionPolicy" | "allowedDomains" | "featureFlags"
>;

/** The billing account of an organization that was given none: its own. */
export const ownBillingAccountId = (orgId: string): string => `bac_${orgId.slice("org_".length)}`;

/** The seven members of the specification, with everything in effect. On the path of every GET: it allocates little. */
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
