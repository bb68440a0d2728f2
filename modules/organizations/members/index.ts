export { mailAdministrators, mailPayers, type Receiver } from "./administrators.ts";
export { assertSeat, joinOrganization } from "./join.ts";
export { type Membership, membershipEnds } from "./moments.ts";
export { assertMayAdmit, assertMayInvite, type MembersService } from "./service.ts";
