import type { InvitationRow } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import { sha256Hex } from "#kernel/secrets";
import { emailKey } from "#kernel/text";
import type { Role } from "#modules/tenancy/permissions";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { invitationsOf } from "./repository.ts";
import { INVITATION_LIFETIME_MS, newInvitationToken } from "./token.ts";

/** Creates what people ask for by themselves, and what is known of their invitations, within a change. */
export function createInvitationRequests({ newId }: { readonly newId: NewId }) {
	return {
		/** Returns the role in which an address is invited; undefined when no invitation of it can be accepted. */
		pendingRole: ({ tx, nowMs }: Change, orgId: string, address: string): Promise<Role | undefined> =>
			invitationsOf(tx, orgId).pendingRole(address, nowMs),

		/**
		 * Notes within a change that the person of an address asks to be invited. The organization sees it among its
		 * invitations; it lets nobody in until somebody has sent it.
		 */
		async request(change: Change, to: { orgId: string; email: string; role: Role; userId: string }): Promise<void> {
			const { orgId, email, role, userId } = to;
			const row: InvitationRow = {
				orgId,
				id: newId("inv"),
				email,
				emailKey: emailKey(email),
				role,
				tokenHash: sha256Hex(newInvitationToken(orgId)),
				mailed: false,
				delivery: null,
				state: "requested",
				invitedBy: userId,
				createdAtMs: change.nowMs,
				expiresAtMs: change.nowMs + INVITATION_LIFETIME_MS,
				acceptedAtMs: null,
				acceptedBy: null,
			};
			if (!(await invitationsOf(change.tx, orgId).tryInsert(row))) return;
			const object = { id: row.id, email, role, expiresAt: rfc3339(row.expiresAtMs) };
			change.record(orgId, facts["invitation.request"], { id: row.id, object });
		},

		/** Whether an address was ever invited, whatever became of it. */
		wasInvited: ({ tx }: Change, orgId: string, address: string): Promise<boolean> =>
			invitationsOf(tx, orgId).includes(address),
	};
}
