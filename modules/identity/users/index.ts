export { addressProved, initialPasswordReplaced, type NamedPerson, personRenamed } from "./moments.ts";
export type { NewUser } from "./new-user.ts";
export {
	findUser,
	findUserByEmail,
	hasIdentity,
	hasSystemAdmin,
	listMembershipsOfUser,
	listSystemAdmins,
	lockMembershipForShare,
	lockUser,
	lockUserAndSessions,
	lockUserByEmail,
	lockUserForShare,
	type MembershipOfUser,
	startSessionEpoch,
} from "./repository.ts";
export { LocaleText, PersonName, PersonRef, TimezoneText } from "./schemas.ts";
export type { ProfileValues, UsersService } from "./service.ts";
