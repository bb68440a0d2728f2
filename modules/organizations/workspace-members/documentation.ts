import { pageResponse } from "#http/list";
import { operation } from "#http/operation";
import { createdResponse, emptyResponse, getResponses, okResponse, versionedResponse } from "#http/resource";
import { exampleId } from "#http/schemas";
import { workspacesTag as tag } from "#modules/organizations/workspaces";
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
		description: "Lists members in the order in which they joined. Allowed to everyone who can see the workspace.",
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
			"Allowed to managers of the workspace and administrators of the organization. With `userId`, a member of " +
			"the organization is added at once; any other id is unknown. An address is always invited, whether or not " +
			"it has an account, which also requires the scope `member:write`: by accepting, the person joins the " +
			"organization, with `orgRole` (default: that of a pending invitation, otherwise `member`), and the workspace. An address of a " +
			"non-member needs a seat and an allowed domain, as for any invitation. Invitations to the same address " +
			"are combined into one with all workspaces.",
		tag,
		request: { userId: exampleId("usr", 2), role: "member" },
		responses: {
			201: createdResponse("member", "The member", WorkspaceMember, "Member added", example),
			202: okResponse(
				"The invitation; the person becomes a member by accepting it",
				InvitedWorkspaceMember,
				"Invitation created",
				{
					workspaceId,
					role: "member",
					invitation: {
						id: "inv_01jd0z7v9gf2nbrexx3vqjhp41",
						email: "ada@greenvalley.example",
						role: "member",
						expiresAt: "2030-01-08T09:30:00.000Z",
						delivery: "queued",
					},
				},
			),
		},
		errors: [
			"not_found",
			"purged",
			"forbidden",
			"insufficient_scope",
			"email_domain_not_allowed",
			"quota_exceeded",
			"conflict",
			"state_conflict",
		],
	}),

	changeRole: operation({
		id: "updateWorkspaceMember",
		summary: "Change the role of a member of a workspace",
		description:
			"Allowed to managers of the workspace and administrators of the organization. The last manager " +
			"cannot be demoted. A role in the workspace never allows more than the role in the organization: a " +
			"`host` who may not write meetings there cannot hold any.",
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
			"Members may always leave: removing your own id requires no scope. Other members can be removed by " +
			"managers of the workspace and administrators of the organization. The last manager must first make " +
			"another member a manager. A user who leaves the organization also leaves its workspaces, even as " +
			"their last manager; its administrators then manage them, and `org.member.removed` reports it.",
		tag,
		responses: { 204: emptyResponse("Removed") },
		errors: ["not_found", "purged", "forbidden", "last_manager", "state_conflict", "precondition_failed"],
	}),
};
