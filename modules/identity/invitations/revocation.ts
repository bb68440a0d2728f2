import { inPortions } from "#db/portions";
import type { InvitationRow } from "#db/schema";
import type { Db } from "#db/store";
import { mayGrantRole, ROLES, type Role, systemContext } from "#modules/tenancy/permissions";
import { type Job, type JobContext, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core, LostRights } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { invitationsOf } from "./repository.ts";
import { INVITATION_LIFETIME_MS } from "./token.ts";

/** Queue that revokes invitations, as far as the change that requires it has not. */
const QUEUE = "invitations.revoke";

/** Maximum number of invitations revoked in one transaction: each is recorded. */
const PORTION = 50;

/** Payload of a job on {@link QUEUE}; a revocation has a job for each role. */
type RevocationPayload = {
	readonly orgId: string;
	readonly userId: string;
	readonly role: Role;
	/** Invitations that expire later were issued later. */
	readonly expiresByMs: number;
};

/** Returns the unique key of the job that revokes a person's invitations to a role. */
const keyOf = (orgId: string, userId: string, role: Role): string => `${orgId} ${userId} ${role}`;

export interface InvitationRevocationDeps extends Pick<Core, "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "findPayload" | "handle" | "wake">;
}

export type InvitationRevocation = ReturnType<typeof createInvitationRevocation>;

/**
 * Creates the service that revokes the invitations of those who lost the right to them. The first are revoked in the
 * change itself, all of them unless there are many; the others by jobs, in portions, and until then nobody can accept
 * them.
 */
export function createInvitationRevocation({ unitOfWork, jobs }: InvitationRevocationDeps) {
	jobs.handle(QUEUE, async ({ payload }: Job, { signal }: JobContext) => {
		const { orgId, userId, role, expiresByMs } = payload as RevocationPayload; // Only `enqueue` below writes it.
		const work = async (change: Change, limit: number) => {
			if ((await invitationsOf(change.tx, orgId).lockState()) === "deleted") return 0; // Erased by the purge.
			return revokePortion(change, orgId, { userId, roles: [role], expiresByMs }, limit);
		};
		const context = systemContext(`job:${QUEUE}`);
		await inPortions<Change>((portion) => unitOfWork.run(context, portion), work, { signal, maxRows: PORTION });
	});

	return {
		/** Revokes, within the change, the invitations by a person that they could no longer create. */
		async revokeUnauthorized(change: Change, { orgId, userId, remaining }: LostRights): Promise<void> {
			const mayInvite = remaining.scopes.has("member:write");
			const roles = ROLES.filter((role) => !mayInvite || !mayGrantRole(remaining, role));
			if (roles.length === 0) return;
			const expiresByMs = change.nowMs + INVITATION_LIFETIME_MS;
			if ((await revokePortion(change, orgId, { userId, roles, expiresByMs }, PORTION)) < PORTION) return;
			for (const role of roles) {
				const payload: RevocationPayload = { orgId, userId, role, expiresByMs };
				const uniqueKey = keyOf(orgId, userId, role);
				await jobs.enqueue(change.tx, { queue: QUEUE, orgId, payload, uniqueKey, maxAttempts: UNLIMITED_ATTEMPTS });
			}
			change.afterCommit(() => jobs.wake(QUEUE));
		},

		/** Whether an invitation is about to be revoked by a job. The caller has locked the organization. */
		async isRevoked(tx: Db, { orgId, invitedBy, role, expiresAtMs }: InvitationRow): Promise<boolean> {
			const payload = await jobs.findPayload(tx, QUEUE, keyOf(orgId, invitedBy, role));
			return payload !== undefined && expiresAtMs <= (payload as RevocationPayload).expiresByMs;
		},
	};
}

/** Revokes up to `limit` of the invitations and returns their number. */
async function revokePortion(
	change: Change,
	orgId: string,
	which: { readonly userId: string; readonly roles: readonly Role[]; readonly expiresByMs: number },
	limit: number,
): Promise<number> {
	const pending = await invitationsOf(change.tx, orgId).listPendingBy(which, limit);
	for (const row of pending) await revokeInvitation(change, row);
	return pending.length;
}

/** Revokes an invitation and records it; returns false when it is no longer pending. */
export async function revokeInvitation(change: Change, { orgId, id, email, role }: InvitationRow): Promise<boolean> {
	if (!(await invitationsOf(change.tx, orgId).revoke(id))) return false;
	change.record(orgId, facts["invitation.revoke"], { id, object: { id, email, role } });
	return true;
}
