import type { Allowed } from "./allowed.ts";

/** What the plans of statements on workspaces, their members and offers may do although it grows. */
export const ALLOWED_OF_WORKSPACES: readonly Allowed[] = [
	{
		table: "workspace_members",
		kinds: ["all", "filter", "sort"],
		statement:
			/from workspace_members (?:cross join workspaces )?where \(workspace_members.org_id = \? and workspace_members.user_id = \?/,
		because: "a person sees, and leaves, all workspaces of which they are a member",
		bound: "the workspaces of one person",
	},
	{
		table: "workspace_members",
		kinds: ["filter"],
		statement: /workspace_members.role = 'manager' and workspace_members.user_id <> \?\) limit \?$/,
		because: "the last manager cannot leave",
		bound: "one row: all but the person themselves will do",
	},
	{
		table: "workspace_invitations",
		kinds: ["all", "filter"],
		statement: /^(?:delete from|update) workspace_invitations/,
		because: "what is offered with an invitation is granted, moved or withdrawn as a whole",
		bound: "the workspaces of one invitation, or what one person offered and nobody has answered",
	},
	{
		table: "workspace_invitations",
		kinds: ["all", "sort"],
		statement: /^select org_id, .* from workspace_invitations where workspace_invitations.org_id = \? order by/,
		engine: "postgres",
		because: "an export reads the average organization from an index with all columns sooner than in its own order",
		bound: "what is offered with the open invitations of one organization",
	},
	{
		table: "workspaces",
		kinds: ["all", "filter", "sort"],
		statement: /as found cross join workspaces/,
		engine: "postgres",
		because: "Postgres expects few workspaces in the average organization, and joins those to what is found",
		bound: "the workspaces of one organization",
	},
];
