import { Elysia } from "elysia";
import { api } from "#http/api";
import { isNotModified, tag } from "#http/conditional";
import { ok, okPage } from "#http/envelope";
import { nextLink } from "#http/link";
import { documentation } from "./documentation.ts";
import {
	AddMemberRequest,
	ChangeMemberRequest,
	GetMemberQuery,
	ListMembersQuery,
	MemberParams,
	MembersParams,
} from "./schemas.ts";
import type { MembersService } from "./service.ts";

/** The members of an organization. @param publicUrl `PUBLIC_URL` without a final slash */
export const membersRoutes = (service: MembersService, publicUrl: string) =>
	new Elysia({ name: "members" })
		.use(api)

		.get(
			"/orgs/:orgId/members",
			async ({ params, query, set }) => {
				const list = await service.list(params.orgId, query);
				const link = nextLink(`${publicUrl}/orgs/${params.orgId}/members`, query, list.page.nextCursor);
				if (link !== null) set.headers.link = link;
				return okPage("Members retrieved", list);
			},
			{ requires: "member:read", params: MembersParams, query: ListMembersQuery, ...documentation.list },
		)

		.post(
			"/orgs/:orgId/members",
			async ({ context, params, body, set, status }) => {
				const added = await service.add(context, params.orgId, body);
				if ("invitation" in added) return status(202, ok("Invitation created", added));
				set.headers.location = `${publicUrl}/orgs/${params.orgId}/members/${added.data.userId}`;
				tag(set, added.version);
				return status(201, ok("Member added", added.data));
			},
			{ requires: "member:write", params: MembersParams, body: AddMemberRequest, ...documentation.add },
		)

		.get(
			"/orgs/:orgId/members/:userId",
			async ({ context, params, query, set, status }) => {
				const { data, version, variant } = await service.get(params.orgId, params.userId, query.fields);
				if (isNotModified(context, set, version, variant)) return status(304, undefined);
				return ok("Member retrieved", data);
			},
			{ requires: "member:read", params: MemberParams, query: GetMemberQuery, ...documentation.get },
		)

		.patch(
			"/orgs/:orgId/members/:userId",
			async ({ context, params, body, set }) => {
				const { data, version } = await service.changeRole(context, params.orgId, params.userId, body);
				tag(set, version);
				return ok("Member updated", data);
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
