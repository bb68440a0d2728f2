export { eraseMembers, joinOrganization } from "./join.ts";
export { membersRoutes } from "./routes.ts";
export { assertMayInvite, createMembersService, type MembersDeps, type MembersService } from "./service.ts";
