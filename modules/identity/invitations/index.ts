export { membersTag } from "./documentation.ts";
export type { InvitationManagement } from "./management.ts";
export {
	type AcceptedInvitation,
	invitationAccepted,
	invitationsReplaced,
	type ReplacedInvitations,
} from "./moments.ts";
export type { AssertMayInvite, AssertSeat, Join, NewMember, PasswordHasher } from "./ports.ts";
export { IssuedInvitation } from "./schemas.ts";
export type { InvitationsService } from "./service.ts";
