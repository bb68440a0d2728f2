export { tag } from "./documentation.ts";
export { exampleSummary } from "./examples.ts";
export { createOrganizationsModule } from "./module.ts";
export { buryOrganization, saveOrganization, setDeletionAuthority } from "./save.ts";
export { OrganizationSummary, Suspension, UpdatedOrganization } from "./schemas.ts";
export type { OrganizationsService } from "./service.ts";
export {
	closedIn,
	findOrganization,
	lockOrganization,
	lockOrganizationRow,
	lockWritableOrganization,
} from "./standing.ts";
export {
	BLOCK_AUTHORITIES,
	type BlockAuthority,
	LIVE_MEETING_RULES,
	ORGANIZATION_STATES,
	type OrganizationState,
	SUSPENSION_REASONS,
	type SuspensionReason,
} from "./values.ts";
export { toSummary } from "./view.ts";
