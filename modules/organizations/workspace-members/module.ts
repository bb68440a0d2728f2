import { invitationAccepted, invitationsReplaced } from "#modules/identity/invitations";
import { membershipEnds } from "#modules/organizations/members";
import { keyRightsLost, memberRightsLost } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { joinOffered, leaveWorkspaces, moveOffers, revokeOffers } from "./join.ts";
import { workspaceMembersRoutes } from "./routes.ts";
import { createWorkspaceMembersService, type WorkspaceMembersDeps } from "./service.ts";

/** Creates the module that manages the members of workspaces. */
export const createWorkspaceMembersModule = (
	core: Core,
	deps: Pick<WorkspaceMembersDeps, "invitations">,
): Contribution => ({
	facts,
	routes: workspaceMembersRoutes(createWorkspaceMembersService({ ...core, ...deps })),
	reactions: [
		at(invitationAccepted, joinOffered),
		at(invitationsReplaced, moveOffers),
		at(membershipEnds, leaveWorkspaces),
		at(memberRightsLost, revokeOffers),
		at(keyRightsLost, revokeOffers),
	],
});
