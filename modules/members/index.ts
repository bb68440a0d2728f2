export { facts as memberFacts } from "./facts.ts";
export { eraseMembers, joinOrganization } from "./join.ts";
export { membersRoutes } from "./routes.ts";
export {
	assertMayInvite,
	createMembersService,
	type Loss,
	type MembersDeps,
	type MembersService,
	type RightsLost,
} from "./service.ts";
