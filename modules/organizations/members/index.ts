export { mailAdministrators, mailPayers, type Receiver } from "./administrators.ts";
export { assertSeat, joinOrganization } from "./join.ts";
export type { OnRightsRevoked, RevokedRights } from "./leaving.ts";
export { createMembersModule } from "./module.ts";
export { assertMayAdmit, assertMayInvite, type MembersService } from "./service.ts";
