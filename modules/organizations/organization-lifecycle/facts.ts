import { UpdatedOrganization } from "#modules/organizations/organizations";
import { defineFacts } from "#platform/unit-of-work";
import { OrganizationDeletion, OrganizationWithState } from "./schemas.ts";

/** Facts about the states of organizations. */
export const facts = defineFacts("organization", {
	"organization.suspend": { event: "org.suspended", payload: OrganizationWithState, category: "organization" },
	"organization.resume": { event: "org.resumed", payload: OrganizationWithState, category: "organization" },
	// Blocks were lifted, but nothing was resumed: others remain, or the deletion is pending.
	"organization.lift_blocks": {
		event: "org.updated",
		payload: UpdatedOrganization,
		action: "organization.resume",
		category: "organization",
	},
	"organization.delete": {
		event: "org.deletion_scheduled",
		payload: OrganizationDeletion,
		category: "organization",
		mayComeBack: "it is scheduled; a purge is the removal",
	},
	"organization.restore": { event: "org.restored", payload: OrganizationWithState, category: "organization" },
	"organization.purge": {
		event: "org.purged",
		payload: OrganizationDeletion,
		category: "organization",
		removes: "organization",
	},
});
