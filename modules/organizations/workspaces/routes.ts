import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { CreateWorkspaceRequest, ListWorkspacesQuery, UpdateWorkspaceRequest, WorkspaceParams } from "./schemas.ts";
import type { WorkspacesService } from "./service.ts";

export const workspacesRoutes = (service: WorkspacesService) =>
	new Elysia({ name: "workspaces" })
		.use(api)

		.get(
			"/orgs/:orgId/workspaces",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Workspaces retrieved", await service.list(context, params.orgId, query)),
			{ requires: "workspace:read", params: OrganizationParams, query: ListWorkspacesQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/workspaces",
			async ({ context, params, body, set }) => {
				const created = await service.create(context, params.orgId, body);
				return respondToCreate(context, set, `../../../workspaces/${created.data.id}`, "Workspace created", created);
			},
			{
				requires: "workspace:write",
				params: OrganizationParams,
				body: CreateWorkspaceRequest,
				checks: service.check,
				...documentation.create,
			},
		)

		.get(
			"/workspaces/:workspaceId",
			async ({ context, params, query, set }) =>
				respondToGet(context, set, "Workspace retrieved", await service.get(context, params.workspaceId, query.fields)),
			{ requires: "workspace:read", params: WorkspaceParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/workspaces/:workspaceId",
			async ({ context, params, body, set }) =>
				respondToChange(set, "Workspace updated", await service.update(context, params.workspaceId, body)),
			{
				requires: "workspace:write",
				params: WorkspaceParams,
				body: UpdateWorkspaceRequest,
				checks: service.check,
				...documentation.update,
			},
		)

		.delete(
			"/workspaces/:workspaceId",
			async ({ context, params, set, status }) => {
				const archived = await service.archive(context, params.workspaceId);
				return status(202, respondToChange(set, "Workspace archived", archived));
			},
			{ requires: "workspace:write", params: WorkspaceParams, ...documentation.archive },
		);
