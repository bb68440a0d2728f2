export { joinOrganization } from "./join.ts";
export { createMembersModule } from "./module.ts";
export { assertMayInvite, type MembersService, type OnRightsRevoked, type RevokedRights } from "./service.ts";
