export {
	createDeletionService,
	type DeletionDeps,
	type DeletionService,
	type EraseTenant,
} from "./deletion.ts";
export { facts as organizationFacts } from "./facts.ts";
export { handleOrganizationJobs } from "./jobs.ts";
export { organizationsRoutes } from "./routes.ts";
export { createOrganizationsService, type OrganizationsDeps, type OrganizationsService } from "./service.ts";
export { findOrganization, lockWritableOrganization } from "./standing.ts";
export { createSuspensionService, type SuspensionDeps, type SuspensionService } from "./suspension.ts";
export { ORGANIZATION_STATES, type OrganizationState } from "./values.ts";
export { effectiveSettings } from "./view.ts";
