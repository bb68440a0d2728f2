import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { workspacesTag as tag } from "#modules/workspaces";
import { InvitedWorkspaceMember, WorkspaceMember, workspaceMemberFields } from "./schemas.ts";

const workspaceId = "wsp_01jd0z7v9gf2nbrexx3vqjhp41";
const example: WorkspaceMember = {
	workspaceId,
	userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	name: "Ada Lovelace",
	role: "member",
	joinedAt: "2030-01-01T09:30:00.000Z",
};

/** Documentation of the operations on members of workspaces. */
export const documentation = {
	list: operation({
		id: "listWorkspaceMembers",
		summary: "List the members of a workspace",
		description: "In the order in which they joined. For everybody who sees the workspace.",
		tag,
		responses: { 200: pageResponse("A page of members", workspaceMemberFields.schema, "Members retrieved", example) },
		errors: ["not_found"],
	}),

	get: operation({
		id: "getWorkspaceMember",
		summary: "Get a member of a workspace",
		tag,
		responses: getResponses("The member", workspaceMemberFields.schema, "Member retrieved", example),
		errors: ["not_found"],
	}),

	add: operation({
		id: "addWorkspaceMember",
		summary: "Add a member to a workspace",
		description:
			"For managers of the workspace and administrators of the organization. A member of the organization is added at once, by `userId`; " +
			"any other id is unknown. An address is always invited, whether or not it has an account, which needs the scope `member:write` as well: " +
			"the person joins the organization, as a `member` unless they are invited in another role already, and the workspace once they accept. " +
			"Invitations of one address become one, with all workspaces.",
		tag,
		request: { userId: example.userId, role: "member" },
		responses: {
			201: createdResponse("member", "The member", WorkspaceMember, "Member added", example),
			202: okResponse(
				"The invitation; the person is a member once they accept",
				InvitedWorkspaceMember,
				"Invitation created",
				{
					workspaceId,
					role: "member",
					invitation: {
						id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
						email: "ada@example.edu",
						role: "member",
						expiresAt: "2030-01-08T09:30:00.000Z",
					},
				},
			),
		},
		errors: ["not_found", "purged", "forbidden", "insufficient_scope", "conflict", "state_conflict"],
	}),

	changeRole: operation({
		id: "updateWorkspaceMember",
		summary: "Change the role of a member of a workspace",
		description:
			"For managers of the workspace and administrators of the organization. The last manager stays one. What a role allows is bounded by the " +
			"role in the organization: a `host` who may not write meetings there holds none.",
		tag,
		request: { role: "host" },
		responses: {
			200: versionedResponse("The member", WorkspaceMember, "Member updated", { ...example, role: "host" }),
		},
		errors: ["not_found", "purged", "forbidden", "last_manager", "state_conflict", "precondition_failed"],
	}),

	remove: operation({
		id: "removeWorkspaceMember",
		summary: "Remove a member from a workspace, or leave",
		description:
			"Every member may leave: their own id needs no scope. Others are removed by managers of the workspace and administrators of the " +
			"organization. The last manager makes somebody else a manager first. Whoever leaves the organization leaves its workspaces, even as their " +
			"last manager: its administrators manage them, and `org.member.removed` tells of it.",
		tag,
		responses: { 204: emptyResponse("Removed") },
		errors: ["not_found", "purged", "forbidden", "last_manager", "state_conflict", "precondition_failed"],
	}),
};
