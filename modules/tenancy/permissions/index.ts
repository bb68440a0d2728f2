export { configurationsTag } from "./documentation.ts";
export {
	assertMayGrant,
	assertMayGrantRole,
	type Grantor,
	grantableRoles,
	grantorOf,
	mayGrant,
	mayGrantRole,
} from "./grants.ts";
export { keyRightsLost, type LostRightsOfMember, memberRightsLost } from "./moments.ts";
export {
	EDUCATION_ROLES,
	isRole,
	JOINABLE_ROLES,
	type JoinableRole,
	type PrincipalRole,
	ROLE_SCOPES,
	ROLES,
	type Role,
} from "./roles.ts";
export { systemContext } from "./system.ts";
