export { assertMayGive, assertMayGiveRole, type Grantor, grantorOf, mayGive, mayGiveRole } from "./grants.ts";
export { createPermissionsModule } from "./module.ts";
export { EDUCATION_ROLES, type HeldRole, isRole, ROLE_SCOPES, ROLES, type Role } from "./roles.ts";
export { systemContext } from "./system.ts";
