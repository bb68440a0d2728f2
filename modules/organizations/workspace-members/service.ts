import { AppError } from "#kernel/errors";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { invalidMember, takenMember } from "#kernel/field-errors";
import { pageRequest } from "#kernel/list";
import { isSignedInAs } from "#kernel/principal";
import { aboutOrganization, type RequestContext } from "#kernel/request-context";
import { emailKey, parseEmail } from "#kernel/text";
import type { InvitationsService } from "#modules/identity/invitations";
import { assertMayAdmit } from "#modules/organizations/members";
import {
	assertManages,
	changeMemberCount,
	findWorkspace,
	lockManagedWorkspace,
	lockVisibleWorkspace,
	orgOfWorkspace,
} from "#modules/organizations/workspaces";
import { lockWritableOrganization } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { joinWorkspace } from "./join.ts";
import { isInOrganization, joinOrder, membersOf, type NamedMemberRow, offersOf, readMembersOf } from "./repository.ts";
import {
	type AddWorkspaceMemberRequest,
	assertOnePerson,
	type ChangeWorkspaceMemberRequest,
	type InvitedWorkspaceMember,
	type ListWorkspaceMembersQuery,
	type WorkspaceMember,
	workspaceMemberFields,
} from "./schemas.ts";
import { toWorkspaceMember } from "./view.ts";

/** Returns the error for a person who is not a member of the workspace. */
export const memberNotFound = () => new AppError("not_found", "The workspace has no such member.");

/** Returns the error for a person who is a member already. @param field the member of the request that identifies them */
export const alreadyMember = (field: "email" | "userId") =>
	takenMember(field, "must not be a member already", "The user is already a member; change their role instead.");

/** Returns the error for a change that would leave a workspace without a manager. */
export const lastManager = () =>
	new AppError("last_manager", "The workspace would be left without a manager: make another member a manager first.");

/** Returns the error for an id that is not that of a member of the organization. */
export const unknownPerson = () =>
	invalidMember("/userId", "unknown", "must be the id of a member of the organization: invite others by their address");

/** Returns the error for giving a role in the organization to a person who has one there. */
export const roleOfMember = () => invalidMember("/orgRole", "not_allowed", "must be given only with an email");

/** Returns the error for inviting somebody without the scope that it takes in the organization. */
export const mayNotInvite = () =>
	new AppError(
		"insufficient_scope",
		"Inviting an address requires the scope member:write; add members of the organization by their id.",
		{
			meta: { required: "member:write" },
		},
	);

/** A workspace that is offered to an address. */
interface Offered {
	readonly email: string;
	readonly role: WorkspaceMember["role"];
	/** Role in the organization; undefined: that of a pending invitation, otherwise `member`. */
	readonly orgRole: AddWorkspaceMemberRequest["orgRole"];
}

export interface WorkspaceMembersDeps extends Pick<Core, "store" | "unitOfWork" | "cursors" | "mailLimits"> {
	readonly invitations: Pick<InvitationsService, "issue" | "pendingRole">;
}

export type WorkspaceMembersService = ReturnType<typeof createWorkspaceMembersService>;

/**
 * Creates the service that manages the members of workspaces. A workspace that has a manager keeps at least one, as long
 * as they belong to the organization; its administrators manage it in any case.
 */
export function createWorkspaceMembersService(deps: WorkspaceMembersDeps) {
	const { store, unitOfWork, cursors, invitations, mailLimits } = deps;

	/** Adds a member of the organization. */
	async function addPerson(
		context: RequestContext,
		of: { readonly orgId: string; readonly workspaceId: string },
		{ userId, role }: { readonly userId: string; readonly role: WorkspaceMember["role"] },
	): Promise<Versioned<WorkspaceMember>> {
		return unitOfWork.run(context, async (change) => {
			await lockManagedWorkspace(change, of.orgId, of.workspaceId);
			if (!(await isInOrganization(change.tx, of.orgId, userId))) throw unknownPerson();
			if (!(await joinWorkspace(change, { ...of, userId, role }))) throw alreadyMember("userId");
			return toVersioned(await membersOf(change.tx, of).find(userId));
		});
	}

	/** Invites an address to the organization, and offers the workspace with the invitation. */
	async function invite(
		context: RequestContext,
		{ orgId, workspaceId }: { readonly orgId: string; readonly workspaceId: string },
		{ email, role, orgRole: asOf }: Offered,
	): Promise<InvitedWorkspaceMember> {
		const asked = { purpose: "invite", orgId, ip: null, chosenBy: context.principal.id } as const;
		await mailLimits.take({ ...asked, emailKey: emailKey(email) });
		// Who belongs to the organization is about to change, so it is locked as by an invitation to the organization alone.
		return unitOfWork.run(aboutOrganization(context, orgId), async (change) => {
			await lockWritableOrganization(change.tx, orgId);
			const workspace = await findWorkspace(change.tx, change.principal, orgId, workspaceId);
			assertManages(workspace);
			if (!change.principal.scopes.has("member:write")) throw mayNotInvite();
			if (await membersOf(change.tx, { orgId, workspaceId }).includesAddress(emailKey(email)))
				throw alreadyMember("email");
			// A person who is invited in a role of the organization keeps it, unless another is given.
			const orgRole = asOf ?? (await invitations.pendingRole(change, orgId, emailKey(email))) ?? "member";
			await assertMayAdmit(change, { orgId, emailKey: emailKey(email), role: orgRole, pointer: "/orgRole" });
			const invitation = await invitations.issue(change, { orgId, email, role: orgRole });
			const offer = { workspaceId, invitationId: invitation.id, role };
			await offersOf(change.tx, orgId).put({ ...offer, invitedBy: change.principal.id });
			change.record(orgId, facts["workspace.invite_member"], {
				id: workspaceId,
				object: offer,
				otherTargets: [{ type: "invitation", id: invitation.id }],
			});
			return { workspaceId, role, invitation };
		});
	}

	/** Asserts that a workspace keeps a manager without this one. @throws `last_manager` */
	async function assertNotLastManager(change: Change, row: NamedMemberRow): Promise<void> {
		if (row.role === "manager" && !(await membersOf(change.tx, row).hasOtherManager(row.userId))) throw lastManager();
	}

	return {
		/**
		 * Returns a page of members in the order in which they joined.
		 * @throws `not_found` `invalid_request` `invalid_cursor` `invalid_fields`
		 */
		async list({ principal }: RequestContext, workspaceId: string, query: ListWorkspaceMembersQuery) {
			const orgId = await orgOfWorkspace(store, principal, workspaceId);
			const binding = { list: "workspace-members", orgId, workspaceId };
			const request = pageRequest(cursors, query, workspaceMemberFields, binding);
			await findWorkspace(store.db, principal, orgId, workspaceId);
			const rows = await readMembersOf(store.db, { orgId, workspaceId }).list(request);
			return request.page(rows, joinOrder, toWorkspaceMember);
		},

		/** Returns a member. @throws `not_found` `invalid_fields` */
		async get({ principal }: RequestContext, workspaceId: string, userId: string, fields: string | undefined) {
			const select = workspaceMemberFields.parse(fields);
			const orgId = await orgOfWorkspace(store, principal, workspaceId);
			const [row] = await Promise.all([
				readMembersOf(store.db, { orgId, workspaceId }).find(userId),
				findWorkspace(store.db, principal, orgId, workspaceId),
			]);
			if (!row) throw memberNotFound();
			// The name changes with the person's account.
			const variant = `${row.userVersion} ${fields ?? ""}`;
			return { data: select(toWorkspaceMember(row)), version: row.version, variant };
		},

		/**
		 * Adds a member of the organization at once, by their id, or invites an address, whether or not it has an account.
		 * @throws `validation_failed` `forbidden` `insufficient_scope` `email_domain_not_allowed` `quota_exceeded` `not_found`
		 * `purged` `state_conflict` `conflict` `rate_limited`
		 */
		async add(
			context: RequestContext,
			workspaceId: string,
			request: AddWorkspaceMemberRequest,
		): Promise<Versioned<WorkspaceMember> | InvitedWorkspaceMember> {
			assertOnePerson(request);
			const { userId, email, role, orgRole } = request;
			const parsed = email === undefined ? undefined : parseEmail(email, "/email");
			const orgId = await orgOfWorkspace(store, context.principal, workspaceId);
			const of = { orgId, workspaceId };
			if (userId === undefined) return invite(context, of, { email: parsed ?? "", role, orgRole });
			if (orgRole !== undefined) throw roleOfMember();
			return addPerson(context, of, { userId, role });
		},

		/**
		 * Changes the role of a member.
		 * @throws `forbidden` `not_found` `purged` `state_conflict` `last_manager` `precondition_failed`
		 */
		async changeRole(
			context: RequestContext,
			workspaceId: string,
			userId: string,
			{ role }: ChangeWorkspaceMemberRequest,
		): Promise<Versioned<WorkspaceMember>> {
			const orgId = await orgOfWorkspace(store, context.principal, workspaceId);
			return unitOfWork.run(context, async (change) => {
				await lockManagedWorkspace(change, orgId, workspaceId);
				const members = membersOf(change.tx, { orgId, workspaceId });
				const row = await members.find(userId);
				if (!row) throw memberNotFound();
				assertIfMatch(context.ifMatch, row.version);
				if (role === row.role) return toVersioned(row);
				await assertNotLastManager(change, row);
				const next = { ...row, role, version: row.version + 1, updatedAtMs: change.nowMs };
				await members.update(next);
				change.invalidate(workspaceId);
				if (row.role === "manager") await offersOf(change.tx, orgId).withdraw(userId, workspaceId);
				change.record(orgId, facts["workspace.change_role"], {
					id: workspaceId,
					object: toWorkspaceMember(next),
					otherTargets: [{ type: "user", id: userId }],
					changes: [{ path: "/role", from: row.role, to: role }],
				});
				return toVersioned(next);
			});
		},

		/**
		 * Ends a membership, including the caller's own: everybody can leave.
		 * @throws `forbidden` `not_found` `purged` `state_conflict` `last_manager` `precondition_failed`
		 */
		async remove(context: RequestContext, workspaceId: string, userId: string): Promise<void> {
			const orgId = await orgOfWorkspace(store, context.principal, workspaceId);
			await unitOfWork.run(context, async (change) => {
				const { tx, principal } = change;
				const workspace = await lockVisibleWorkspace(change, orgId, workspaceId);
				if (!isSignedInAs(principal, userId)) assertManages(workspace);
				const members = membersOf(tx, { orgId, workspaceId });
				const row = await members.find(userId);
				if (!row) throw memberNotFound();
				await assertNotLastManager(change, row);
				assertIfMatch(context.ifMatch, row.version);
				await members.remove(userId);
				change.invalidate(workspaceId);
				await changeMemberCount(tx, orgId, workspaceId, -1);
				await offersOf(tx, orgId).withdraw(userId, workspaceId);
				change.record(orgId, facts["workspace.remove_member"], {
					id: workspaceId,
					object: toWorkspaceMember(row),
					otherTargets: [{ type: "user", id: userId }],
					auditedChanges: [{ path: "/role", from: row.role, to: null }],
				});
			});
		},
	};
}

function toVersioned(row: NamedMemberRow | undefined): Versioned<WorkspaceMember> {
	if (!row) throw memberNotFound();
	return { data: toWorkspaceMember(row), version: row.version, variant: `${row.userVersion} ` };
}
