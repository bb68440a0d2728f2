export { type NewUser, newUser } from "./new-user.ts";
export {
	holdMembershipOfUser,
	listMembershipsOfUser,
	type MembershipOfUser,
	type UserValues,
	usersRepository,
} from "./repository.ts";
