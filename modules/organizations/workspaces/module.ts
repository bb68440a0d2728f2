import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { readSearchableWorkspaces, tenantOfWorkspace, workspacesOf } from "./repository.ts";
import { workspacesRoutes } from "./routes.ts";
import { WORKSPACE_SEARCH } from "./search.ts";
import { createWorkspacesService, type WorkspacesDeps } from "./service.ts";

/** Creates the module that creates, lists, changes and archives workspaces. */
export const createWorkspacesModule = (core: Core, deps: Pick<WorkspacesDeps, "addCreator">): Contribution => ({
	facts,
	tenantsOf: { workspaceId: tenantOfWorkspace },
	routes: workspacesRoutes(createWorkspacesService({ ...core, ...deps })),
	searchSource: { collection: WORKSPACE_SEARCH, read: readSearchableWorkspaces },
	eraseTenant: (tx, orgId, limit) => workspacesOf(tx, orgId).removePortion(limit),
});
