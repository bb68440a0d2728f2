export { eraseMembers, joinOrganization } from "./join.ts";
export { membersRoutes } from "./routes.ts";
export { createMembersService, type MembersDeps, type MembersService } from "./service.ts";
