export { joinOrganization } from "./join.ts";
export { createMembersModule } from "./module.ts";
export { assertMayInvite, type Loss, type MembersService, type RightsLost } from "./service.ts";
