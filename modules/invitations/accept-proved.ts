import type { InvitationRow } from "#db/schema";
import type { Change } from "#modules/changes";
import type { Join } from "./ports.ts";
import { invitationsOf } from "./repository.ts";

/**
 * Accepts an invitation within a change, without its token: for a person who proved the invited address otherwise, such as
 * at the identity provider. Nothing happens to one that can no longer be accepted.
 * @param userId the account whose address it was sent to
 */
export async function acceptProvedInvitation(
	change: Change,
	join: Join,
	row: InvitationRow,
	userId: string,
): Promise<void> {
	const { orgId, id, role } = row;
	const invitations = invitationsOf(change.tx, orgId);
	if ((await invitations.organization())?.state !== "active") return;
	if (!(await invitations.accept(row, userId, change.nowMs))) return;
	const inForce = await join(change, { orgId, userId, role });
	change.announce(orgId, { type: "org.invitation.accepted", object: { id, userId, role: inForce } });
	change.audit(orgId, {
		action: "invitation.accept",
		category: "member",
		targets: [
			{ type: "invitation", id },
			{ type: "user", id: userId },
		],
	});
}
