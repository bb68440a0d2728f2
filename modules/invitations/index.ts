import type { Db } from "#db/store";
import { invitationsOf } from "./repository.ts";

export { facts as invitationFacts } from "./facts.ts";
export { createInvitationManagement, type InvitationManagement } from "./management.ts";
export type { Accounts, AssertMayInvite, Join, Joining, PasswordHasher, TakeMail } from "./ports.ts";
export { invitationsRoutes } from "./routes.ts";
export { IssuedInvitation } from "./schemas.ts";
export {
	createInvitationsService,
	type InvitationsDeps,
	type InvitationsService,
} from "./service.ts";

/** Removes every invitation of an organization that is purged. */
export const eraseInvitations = (tx: Db, orgId: string): Promise<void> => invitationsOf(tx, orgId).removeAll();
