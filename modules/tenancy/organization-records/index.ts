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
export {
	insertOrganization,
	isTaken,
	listOrganizations,
	type OrganizationFilters,
	type OrganizationSort,
	organizationList,
} from "./repository.ts";
export { newOrganization } from "./row.ts";
export { saveOrganization, saveTombstone, setDeletionAuthority } from "./save.ts";
export {
	BLOCK_AUTHORITIES,
	type BlockAuthority,
	LIVE_MEETING_RULES,
	ORG_TYPES,
	ORGANIZATION_STATES,
	type OrganizationState,
	type OrgType,
	SUSPENSION_REASONS,
	type SuspensionReason,
} from "./values.ts";
