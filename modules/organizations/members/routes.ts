import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { respondWithPage } from "#http/list";
import { respondToChange, respondToCreate, respondToGet } from "#http/resource";
import { OrganizationParams } from "#http/schemas";
import { documentation } from "./documentation.ts";
import { AddMemberRequest, ChangeMemberRequest, ListMembersQuery, MemberParams } from "./schemas.ts";
import type { MembersService } from "./service.ts";

export const membersRoutes = (service: MembersService) =>
	new Elysia({ name: "members" })
		.use(api)

		.get(
			"/orgs/:orgId/members",
			async ({ context, params, query, set }) =>
				respondWithPage(context, set, "Members retrieved", await service.list(context, params.orgId, query)),
			{ requires: "member:read", params: OrganizationParams, query: ListMembersQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/members",
			async ({ context, params, body, set, status }) => {
				const added = await service.add(context, params.orgId, body);
				if ("invitation" in added) return status(202, ok("Invitation created", added));
				return respondToCreate(context, set, added.data.userId, "Member added", added);
			},
			{ requires: "member:write", params: OrganizationParams, body: AddMemberRequest, ...documentation.add },
		)

		.get(
			"/orgs/:orgId/members/:userId",
			async ({ context, params, query, set }) =>
				respondToGet(
					context,
					set,
					"Member retrieved",
					await service.get(context, params.orgId, params.userId, query.fields),
				),
			{ requires: "member:read", params: MemberParams, query: FieldsQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/members/:userId",
			async ({ context, params, body, set }) => {
				const changed = await service.changeRole(context, params.orgId, params.userId, body);
				return respondToChange(set, "Member updated", changed);
			},
			{ requires: "member:write", params: MemberParams, body: ChangeMemberRequest, ...documentation.changeRole },
		)

		.delete(
			"/orgs/:orgId/members/:userId",
			async ({ context, params, status }) => {
				await service.remove(context, params.orgId, params.userId);
				return status(204, undefined);
			},
			{ requires: "member:write", ownUser: true, params: MemberParams, ...documentation.remove },
		);
