import { defineFacts } from "#platform/unit-of-work";
import { OfferedWorkspace, WorkspaceMember } from "./schemas.ts";

const personal = { name: "" };

/** Facts about members of workspaces. */
export const facts = defineFacts("workspace", {
	"workspace.add_member": { event: "workspace.member_added", payload: WorkspaceMember, personal, category: "member" },
	"workspace.change_role": {
		event: "workspace.member_role_changed",
		payload: WorkspaceMember,
		personal,
		category: "member",
	},
	"workspace.remove_member": {
		event: "workspace.member_removed",
		payload: WorkspaceMember,
		personal,
		category: "member",
	},
	"workspace.invite_member": { event: "workspace.member_invited", payload: OfferedWorkspace, category: "member" },
});
