import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { WorkspaceParams } from "#modules/organizations/workspaces";
import { documentation } from "./documentation.ts";
import {
	AddWorkspaceMemberRequest,
	ChangeWorkspaceMemberRequest,
	ListWorkspaceMembersQuery,
	WorkspaceMemberParams,
} from "./schemas.ts";
import type { WorkspaceMembersService } from "./service.ts";

export const workspaceMembersRoutes = (service: WorkspaceMembersService) =>
	new Elysia({ name: "workspace-members" })
		.use(api)

		.get(
			"/workspaces/:workspaceId/members",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Members retrieved", await service.list(context, params.workspaceId, query)),
			{ requires: "workspace:read", params: WorkspaceParams, query: ListWorkspaceMembersQuery, ...documentation.list },
		)

		.post(
			"/workspaces/:workspaceId/members",
			async ({ context, params, body, set, status }) => {
				const added = await service.add(context, params.workspaceId, body);
				if ("invitation" in added) return status(202, ok("Invitation created", added));
				return respondToCreate(context, set, added.data.userId, "Member added", added);
			},
			{ requires: "workspace:write", params: WorkspaceParams, body: AddWorkspaceMemberRequest, ...documentation.add },
		)

		.get(
			"/workspaces/:workspaceId/members/:userId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Member retrieved",
					await service.get(context, params.workspaceId, params.userId, query.fields),
				),
			{ requires: "workspace:read", params: WorkspaceMemberParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/workspaces/:workspaceId/members/:userId",
			async ({ context, params, body, set }) => {
				const changed = await service.changeRole(context, params.workspaceId, params.userId, body);
				return respondToChange(set, "Member updated", changed);
			},
			{
				requires: "workspace:write",
				params: WorkspaceMemberParams,
				body: ChangeWorkspaceMemberRequest,
				...documentation.changeRole,
			},
		)

		.delete(
			"/workspaces/:workspaceId/members/:userId",
			async ({ context, params, status }) => {
				await service.remove(context, params.workspaceId, params.userId);
				return status(204, undefined);
			},
			{ requires: "workspace:write", ownUser: true, params: WorkspaceMemberParams, ...documentation.remove },
		);
