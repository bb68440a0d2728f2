import { Type } from "@sinclair/typebox";
import { checked } from "#http/checks";

import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, OneOf, Timestamp } from "#http/schemas";
import { exactlyOneOf } from "#kernel/field-errors";
import { parseEmail } from "#kernel/text";
import { IssuedInvitation } from "#modules/identity/invitations";
import { ROLES } from "#modules/tenancy/permissions";
import { WORKSPACE_ROLES } from "./values.ts";

const WorkspaceRole = OneOf(
	WORKSPACE_ROLES,
	"role in the workspace: a `manager` manages it and its members, a `host` holds meetings, a `member` takes part, a `viewer` reads",
);

/** A member of a workspace. */
export const WorkspaceMember = closed(
	{
		workspaceId: Id("wsp", "the workspace"),
		userId: Id("usr", "id of the person"),
		name: Type.String({ examples: ["Ada Lovelace"] }),
		role: WorkspaceRole,
		joinedAt: Timestamp,
	},
	{ $id: "WorkspaceMember" },
);
export type WorkspaceMember = typeof WorkspaceMember.static;

/** Selector of `fields` for a member. */
export const workspaceMemberFields = selectable(WorkspaceMember);

/** Asserts that a request names one person. @throws `validation_failed` */
export const assertOnePerson = exactlyOneOf("userId", "email");

/** The person to add: exactly one of `userId` and `email`. */
export const AddWorkspaceMemberRequest = checked(
	closed(
		{
			userId: Type.Optional(Id("usr", "id of a member of the organization, who is added at once")),
			email: Type.Optional(
				checked(
					Type.String({ maxLength: 254, description: "Address of a person to invite.", examples: ["ada@example.edu"] }),
					parseEmail,
				),
			),
			role: WorkspaceRole,
			orgRole: Type.Optional(
				OneOf(
					ROLES,
					"role in the organization, with `email` only: that of a pending invitation by default, otherwise `member`",
				),
			),
		},
		{ $id: "AddWorkspaceMemberRequestBody" },
	),
	assertOnePerson,
);
export type AddWorkspaceMemberRequest = typeof AddWorkspaceMemberRequest.static;

/** The invitation of a person, who becomes a member of organization and workspace once they accept it. */
export const InvitedWorkspaceMember = closed(
	{ workspaceId: Id("wsp", "the workspace"), role: WorkspaceRole, invitation: IssuedInvitation },
	{ $id: "InvitedWorkspaceMember" },
);
export type InvitedWorkspaceMember = typeof InvitedWorkspaceMember.static;

/** The offer of a workspace to an invited person, as included in events, always without a token. */
export const OfferedWorkspace = closed(
	{
		workspaceId: Id("wsp", "the workspace"),
		invitationId: Id("inv", "the invitation to the organization"),
		role: WorkspaceRole,
	},
	{ $id: "OfferedWorkspace" },
);

/** The new role of a member. */
export const ChangeWorkspaceMemberRequest = closed(
	{ role: WorkspaceRole },
	{ $id: "UpdateWorkspaceMemberRequestBody" },
);
export type ChangeWorkspaceMemberRequest = typeof ChangeWorkspaceMemberRequest.static;

/** Path parameters that identify a member. */
export const WorkspaceMemberParams = closed({
	workspaceId: Id("wsp", "id of the workspace"),
	userId: Id("usr", "id of the member"),
});

/** Query of the list of members. */
export const ListWorkspaceMembersQuery = listQuery({});
export type ListWorkspaceMembersQuery = typeof ListWorkspaceMembersQuery.static;
