import { defineFacts } from "#platform/unit-of-work";
import { Workspace } from "./schemas.ts";

/** Facts about workspaces. */
export const facts = defineFacts("workspace", {
	"workspace.create": { event: "workspace.created", payload: Workspace, category: "organization" },
	"workspace.update": { event: "workspace.updated", payload: Workspace, category: "organization" },
	"workspace.archive": { event: "workspace.archived", payload: Workspace, category: "organization" },
	"workspace.restore": { event: "workspace.restored", payload: Workspace, category: "organization" },
});
