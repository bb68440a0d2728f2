import { retentionPolicy } from "#modules/governance/retention";
import { featureFlags } from "#modules/tenancy/feature-flags";
import { exampleSettings } from "#modules/tenancy/settings";
import { DEFAULT_CONFIGURATION } from "#platform/configuration";
import type { CreatedOrganization, Organization, OrganizationSummary } from "./schemas.ts";

const plain = {
	id: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	metadata: {},
	planCode: null,
	paidSeats: null,
	entitlementOverrides: {},
	orgType: "education",
	configuration: DEFAULT_CONFIGURATION,
	settings: exampleSettings,
} as const;

/** Example of an organization. */
export const exampleOrganization: Organization = {
	name: "Green Valley High School",
	orgType: "education",
	billingAccountId: "bac_01jd0z7v9gf2nbrexx3vqjhp41",
	settings: exampleSettings,
	retentionPolicy: retentionPolicy.effective({ ...plain, retentionPolicy: {} }),
	allowedDomains: ["greenvalley.example.edu"],
	featureFlags: featureFlags.effective({ ...plain, featureFlags: { realTimeTranslation: true } }),
};

/** Example of an organization in a list. */
export const exampleSummary: OrganizationSummary = {
	id: "org_01jd0z7v9gf2nbrexx3vqjhp41",
	state: "active",
	createdAt: "2030-01-01T09:30:00.000Z",
	...exampleOrganization,
};

/** Example of an organization that was just created. */
export const exampleCreated: CreatedOrganization = {
	...exampleSummary,
	ownerInvitation: {
		id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
		email: "ada@greenvalley.example.edu",
		role: "owner",
		expiresAt: "2030-01-08T09:30:00.000Z",
		delivery: null,
		acceptUrl: "https://api.example.edu/console/invitation#01jd0z7v9gf2nbrexx3vqjhp41Q8x",
		token: "01jd0z7v9gf2nbrexx3vqjhp41Q8x",
	},
};

/** Example of the request that creates it. */
export const exampleCreateRequest = {
	name: exampleOrganization.name,
	orgType: "education",
	settings: { timezone: "America/New_York", complianceMode: "ferpa", aiSummaries: "enhanced" },
	allowedDomains: ["greenvalley.example.edu"],
	featureFlags: { realTimeTranslation: true },
	ownerEmail: "ada@greenvalley.example.edu",
};
