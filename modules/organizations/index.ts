export { DomainName, namesAbove, parseAllowedDomain, parseAllowedDomains } from "./allowed-domains.ts";
export { tag } from "./documentation.ts";
export { exampleSummary } from "./examples.ts";
export {
	assertOrganizationExists,
	assertWritableOrganization,
	closedIn,
	findOrganization,
	findOrganizationRow,
	findWritableOrganization,
	lockOrganization,
	lockOrganizationRow,
	lockWritableOrganization,
	shareOrganizationRow,
} from "./lookup.ts";
export type { FollowAllowedDomains } from "./modify.ts";
export { createOrganizationsModule } from "./module.ts";
export { saveOrganization, saveTombstone, setDeletionAuthority } from "./save.ts";
export { OrganizationSummary, Suspension, UpdatedOrganization } from "./schemas.ts";
export type { OrganizationsService } from "./service.ts";
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
