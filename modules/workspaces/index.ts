export {
	type AccessibleWorkspace,
	findWorkspace,
	mayHost,
	mayManage,
	shareOpenWorkspace,
	type WorkspaceAccess,
	workspaceAccess,
} from "./access.ts";
export { openWorkspaces, workspacesOfMember } from "./repository.ts";
export { type Viewer, viewerOf } from "./viewer.ts";
