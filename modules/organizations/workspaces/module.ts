import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { tenantOfWorkspace, workspaceList } from "./repository.ts";
import { workspacesRoutes } from "./routes.ts";
import { createWorkspacesService, type WorkspacesDeps } from "./service.ts";

/** Creates the module that creates, lists, changes and archives workspaces. */
export const createWorkspacesModule = (core: Core, deps: Pick<WorkspacesDeps, "addCreator">): Contribution => ({
	facts,
	tenantsOf: { workspaceId: tenantOfWorkspace },
	routes: workspacesRoutes(createWorkspacesService({ ...core, ...deps })),
	searchSource: workspaceList.source,
});
