import { defineFacts } from "#platform/unit-of-work";
import { OrganizationSummary, UpdatedOrganization } from "./schemas.ts";

/** Facts about organizations, except changes of their state and sections. */
export const facts = defineFacts("organization", {
	"organization.create": { event: "org.created", payload: OrganizationSummary, category: "organization" },
	"organization.update": { event: "org.updated", payload: UpdatedOrganization, category: "organization" },
});
