export { createOrganizationsModule } from "./module.ts";
export type { OrganizationsService } from "./service.ts";
export { closedIn, findOrganization, lockWritableOrganization } from "./standing.ts";
export { ORGANIZATION_STATES, type OrganizationState } from "./values.ts";
export { effectiveSettings } from "./view.ts";
