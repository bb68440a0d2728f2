import { defineMoment } from "#platform/unit-of-work";

/** An organization that is suspended. */
export interface SuspendedOrganization {
	readonly orgId: string;
	/** Whether its live meetings have time to end, or end at once. */
	readonly rule: "drain" | "end";
}

/** An organization is suspended. */
export const organizationSuspended = defineMoment<SuspendedOrganization>("organization.suspended");
