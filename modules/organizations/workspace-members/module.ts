import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { removePortion } from "./repository.ts";
import { workspaceMembersRoutes } from "./routes.ts";
import { createWorkspaceMembersService, type WorkspaceMembersDeps } from "./service.ts";

/** Creates the module that manages the members of workspaces. */
export const createWorkspaceMembersModule = (
	core: Core,
	deps: Pick<WorkspaceMembersDeps, "invitations">,
): Contribution => ({
	facts,
	routes: workspaceMembersRoutes(createWorkspaceMembersService({ ...core, ...deps })),
	eraseTenant: removePortion,
});
