import { exampleSummary } from "#modules/organizations/organizations";
import type { OrganizationWithState } from "./schemas.ts";

/** Example of an organization suspended by its owner. */
export const exampleSuspended: OrganizationWithState = {
	...exampleSummary,
	state: "suspended",
	suspension: {
		blocks: [
			{
				authority: "owner",
				reasonCode: "owner_request",
				reason: "Summer break",
				liveMeetings: "drain",
				createdAt: "2030-06-20T09:30:00.000Z",
				expiresAt: "2030-08-20T09:30:00.000Z",
			},
		],
	},
};

/** Example of an organization that was resumed. */
export const exampleResumed: OrganizationWithState = { ...exampleSummary, suspension: null };
