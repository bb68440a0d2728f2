import type { WorkspaceRole, WorkspaceRow } from "#db/schema";
import type { Db, ReadDb, Store } from "#db/store";
import { orgOf } from "#db/tenant-rows";
import type { Principal } from "#kernel/principal";
import { assertWritableOrganization } from "#modules/tenancy/organization-records";
import type { Change } from "#platform/unit-of-work";
import { managerRequired, workspaceArchived, workspaceNotFound } from "./errors.ts";
import { findSeen, type SeenWorkspace, shareSeen, tenantOfWorkspace, workspacesOf } from "./repository.ts";
import { viewerOf } from "./viewer.ts";

/**
 * What a caller is to a workspace: `admin` to those who see everything, see {@link viewerOf}; otherwise the role of a
 * member; `org` to others of the organization, who see one that is open to them.
 */
export type WorkspaceAccess = "admin" | WorkspaceRole | "org";

/** A workspace, and what the caller is to it. */
export interface AccessibleWorkspace {
	readonly workspace: WorkspaceRow;
	readonly access: WorkspaceAccess;
}

function accessTo(principal: Principal, { workspace, role }: SeenWorkspace): WorkspaceAccess | null {
	if (viewerOf(principal) === null) return "admin";
	return role ?? (workspace.visibility === "org" ? "org" : null);
}

function toAccessible(principal: Principal, seen: SeenWorkspace | undefined): AccessibleWorkspace {
	const access = seen === undefined ? null : accessTo(principal, seen);
	if (seen === undefined || access === null) throw workspaceNotFound();
	return { workspace: seen.workspace, access };
}

/** Returns the organization in which a caller looks for a workspace, see {@link orgOf}. @throws `not_found` */
export const orgOfWorkspace = (
	store: Pick<Store, "acrossTenants">,
	principal: Principal,
	workspaceId: string,
): Promise<string> => orgOf(store, principal, tenantOfWorkspace, workspaceId, workspaceNotFound);

/** Returns a workspace that the caller may see, in an organization they may enter. @throws `not_found` */
export async function findWorkspace(
	db: ReadDb,
	principal: Principal,
	orgId: string,
	workspaceId: string,
): Promise<AccessibleWorkspace> {
	return toAccessible(principal, await findSeen(db, { orgId, id: workspaceId, userId: principal.id }));
}

/**
 * Returns a workspace that the caller may see and that is not archived, and keeps it so until the change ends: for what
 * is made in it, such as a meeting.
 * @throws `not_found`, `state_conflict` for an archived one
 */
export async function shareOpenWorkspace(
	{ tx, principal }: Pick<Change, "tx" | "principal">,
	orgId: string,
	workspaceId: string,
): Promise<AccessibleWorkspace> {
	const found = toAccessible(principal, await shareSeen(tx, { orgId, id: workspaceId, userId: principal.id }));
	if (found.workspace.archivedAtMs !== null) throw workspaceArchived();
	return found;
}

/**
 * Asserts that a workspace is not archived, and keeps it so until the change ends: for what is done with a meeting in it
 * by somebody who may.
 * @throws `state_conflict`
 */
export async function assertOpenWorkspace(tx: Db, orgId: string, id: string): Promise<void> {
	const seen = await shareSeen(tx, { orgId, id, userId: "" });
	if (seen?.workspace.archivedAtMs !== null) throw workspaceArchived();
}

/**
 * Locks a workspace that the caller manages, and its members, until the change ends.
 * @throws `not_found` `purged`, `forbidden` for others who see it, `state_conflict` while the deletion of the organization is pending
 */
export async function lockManagedWorkspace(change: Change, orgId: string, id: string): Promise<WorkspaceRow> {
	const locked = await lockVisibleWorkspace(change, orgId, id);
	assertManages(locked);
	return locked.workspace;
}

/**
 * Locks a workspace that the caller may see, and its members, until the change ends.
 * @throws `not_found` `purged`, `state_conflict` while the deletion of the organization is pending
 */
export async function lockVisibleWorkspace(
	{ tx, principal }: Pick<Change, "tx" | "principal">,
	orgId: string,
	id: string,
): Promise<AccessibleWorkspace> {
	const [, workspace, seen] = await Promise.all([
		assertWritableOrganization(tx, orgId),
		workspacesOf(tx, orgId).lock(id),
		findSeen(tx, { orgId, id, userId: principal.id }),
	]);
	return toAccessible(principal, workspace && seen && { workspace, role: seen.role });
}

/** Whether this access allows to run meetings: hosts, managers and administrators. */
export const mayHost = (access: WorkspaceAccess | null): boolean =>
	access === "admin" || access === "manager" || access === "host";

/** Asserts that the caller manages a workspace and its members. @throws `forbidden` */
export function assertManages({ access }: AccessibleWorkspace): void {
	if (access !== "admin" && access !== "manager") throw managerRequired();
}
