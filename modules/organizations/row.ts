import type { OrganizationRow, OrgType } from "#db/schema";

/** What an organization holds of its own where nobody put anything. */
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

/** An organization of which only the kind is known; a name and a slug are to be added. */
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

/** What is left of a purged organization: the id, the kind, the state and the times, so that the id is never given out again. */
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
