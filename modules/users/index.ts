export { facts as userFacts } from "./facts.ts";
export { createUsersModule } from "./module.ts";
export { type NewUser, newUser } from "./new-user.ts";
export {
	holdMembershipOfUser,
	listMembershipsOfUser,
	type MembershipOfUser,
	type UserValues,
	usersRepository,
} from "./repository.ts";
export { PersonRef } from "./schemas.ts";
