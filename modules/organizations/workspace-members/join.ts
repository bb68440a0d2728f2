import type { WorkspaceRole, WorkspaceRow } from "#db/schema";
import type { AcceptedInvitation, ReplacedInvitations } from "#modules/identity/invitations";
import type { Membership } from "#modules/organizations/members";
import { changeMemberCount, countOutOfWorkspaces } from "#modules/organizations/workspaces";
import type { LostRights } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { isInOrganization, membersOf, offersOf, removeFromAll } from "./repository.ts";
import { toWorkspaceMember } from "./view.ts";

/** A person who joins a workspace. */
export interface NewWorkspaceMember {
	readonly orgId: string;
	readonly workspaceId: string;
	/** A member of the organization. */
	readonly userId: string;
	readonly role: WorkspaceRole;
}

/** Adds a person to a workspace within a change and records it; returns false for a member, who keeps their role. */
export async function joinWorkspace(change: Change, { userId, role, ...of }: NewWorkspaceMember): Promise<boolean> {
	const { tx, nowMs } = change;
	const members = membersOf(tx, of);
	if (!(await members.insert({ userId, role, joinedAtMs: nowMs, updatedAtMs: nowMs, version: 1 }))) return false;
	const [row] = await Promise.all([members.find(userId), changeMemberCount(tx, of.orgId, of.workspaceId, 1)]);
	if (!row) throw new Error("a member that was just added is missing");
	change.invalidate(of.workspaceId);
	change.record(of.orgId, facts["workspace.add_member"], {
		id: of.workspaceId,
		object: toWorkspaceMember(row),
		otherTargets: [{ type: "user", id: userId }],
		auditedChanges: [{ path: "/role", from: null, to: role }],
	});
	return true;
}

/** Makes the creator of a workspace its manager, if they belong to the organization; returns whether they do. */
export async function addCreator(change: Change, { orgId, id }: WorkspaceRow): Promise<boolean> {
	const userId = change.principal.id;
	if (!(await isInOrganization(change.tx, orgId, userId))) return false;
	return joinWorkspace(change, { orgId, workspaceId: id, userId, role: "manager" });
}

/** Adds a person who accepted an invitation to the workspaces that were offered with it. */
export async function joinOffered(change: Change, { orgId, invitationId, userId }: AcceptedInvitation): Promise<void> {
	for (const { workspaceId, role } of await offersOf(change.tx, orgId).take(invitationId))
		await joinWorkspace(change, { orgId, workspaceId, userId, role });
}

/** Moves the workspaces that were offered with some invitations to the one that replaces them. */
export const moveOffers = ({ tx }: Change, { orgId, from, to }: ReplacedInvitations): Promise<void> =>
	offersOf(tx, orgId).move(from, to);

/** Removes a person from the workspaces of an organization that they are about to leave, and what they offered there. */
export async function leaveWorkspaces({ tx }: Pick<Change, "tx">, { orgId, userId }: Membership): Promise<void> {
	await countOutOfWorkspaces(tx, orgId, userId);
	await removeFromAll(tx, orgId, userId);
	await offersOf(tx, orgId).withdraw(userId);
}

/** Withdraws the workspaces that a person or an API key offered and could no longer offer. */
export async function revokeOffers({ tx }: Change, { orgId, userId, remaining }: LostRights): Promise<void> {
	const { scopes } = remaining;
	if (!scopes.has("workspace:write") || !scopes.has("member:write")) await offersOf(tx, orgId).withdraw(userId);
	else if (remaining.kind === "user" && !scopes.has("org:write")) await offersOf(tx, orgId).withdrawUnmanaged(userId);
}
