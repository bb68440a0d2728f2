import { defineFacts } from "#platform/unit-of-work";
import { OrganizationSummary, UpdatedOrganization } from "./schemas.ts";

/** What happens to organizations but for their states. */
export const facts = defineFacts("organization", {
	"organization.create": { event: "org.created", payload: OrganizationSummary, category: "organization" },
	"organization.update": { event: "org.updated", payload: UpdatedOrganization, category: "organization" },
	"organization.update_settings": {
		event: "org.settings_updated",
		payload: OrganizationSummary,
		category: "organization",
	},
});
