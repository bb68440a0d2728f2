import type { OrganizationRow, OrgType } from "#db/schema";

/** The columns that are empty in a new organization, and again in a purged one. */
const EMPTY = {
	externalId: null,
	billingAccountId: null,
	settings: {},
	retentionPolicy: {},
	allowedDomains: [],
	featureFlags: {},
	metadata: {},
	stateBeforeDeletion: null,
	deletionAuthority: null,
} satisfies Partial<OrganizationRow>;

/** The row of a new organization without its name and slug. */
export const newOrganization = (
	id: string,
	orgType: OrgType,
	nowMs: number,
): Omit<OrganizationRow, "name" | "nameKey" | "slug"> => ({
	...EMPTY,
	id,
	orgType,
	state: "active",
	version: 1,
	createdAtMs: nowMs,
	updatedAtMs: nowMs,
	purgeAtMs: null,
	deletedAtMs: null,
});

/** The row of a purged organization: id, kind, state and times stay, so that the id is never given out again. */
export const tombstoneOf = (row: OrganizationRow, nowMs: number): OrganizationRow => ({
	...row,
	...EMPTY,
	name: "",
	nameKey: "",
	// Its own id is a slug nobody can ask for: the old one is free again.
	slug: row.id,
	state: "deleted",
	purgeAtMs: nowMs,
	deletedAtMs: row.deletedAtMs ?? nowMs,
});
