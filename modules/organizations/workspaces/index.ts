export {
	type AccessibleWorkspace,
	assertManages,
	assertOpenWorkspace,
	findWorkspace,
	lockManagedWorkspace,
	lockVisibleWorkspace,
	mayHost,
	orgOfWorkspace,
	shareOpenWorkspace,
	type WorkspaceAccess,
} from "./access.ts";
export { workspacesTag } from "./documentation.ts";
export { changeMemberCount, countOutOfWorkspaces, workspacesOfMember } from "./repository.ts";
export { WorkspaceParams } from "./schemas.ts";
export { type Viewer, viewerOf } from "./viewer.ts";
