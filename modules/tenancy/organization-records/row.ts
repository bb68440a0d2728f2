import type { Configuration, OrganizationRow, OrgType } from "#db/schema";

/** Values of the columns that are empty in new and in purged organizations. */
const EMPTY = {
	externalId: null,
	billingAccountId: null,
	settings: {},
	retentionPolicy: {},
	allowedDomains: [],
	featureFlags: {},
	aiPolicy: {},
	planCode: null,
	paidSeats: null,
	entitlementOverrides: {},
	metadata: {},
	stateBeforeDeletion: null,
	deletionAuthority: null,
} satisfies Partial<OrganizationRow>;

/** Returns the row of a new organization, without its name and slug. */
export const newOrganization = (
	id: string,
	orgType: OrgType,
	nowMs: number,
	configuration: Configuration,
): Omit<OrganizationRow, "name" | "nameKey" | "slug"> => ({
	...EMPTY,
	id,
	orgType,
	configuration,
	state: "active",
	version: 1,
	createdAtMs: nowMs,
	updatedAtMs: nowMs,
	purgeAtMs: null,
	deletedAtMs: null,
});

/** Returns the row of a purged organization: id, type, state and times stay, so that the id is never reused. */
export const tombstoneOf = (row: OrganizationRow, nowMs: number): OrganizationRow => ({
	...row,
	...EMPTY,
	name: "",
	nameKey: "",
	// Its own id is a slug that nobody can request, so the old slug becomes available.
	slug: row.id,
	state: "deleted",
	purgeAtMs: nowMs,
	deletedAtMs: row.deletedAtMs ?? nowMs,
});
