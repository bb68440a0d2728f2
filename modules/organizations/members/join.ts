import type { AssertSeat, NewMember } from "#modules/identity/invitations";
import { assertWithin } from "#modules/tenancy/entitlements";
import { lockOrganization } from "#modules/tenancy/organization-records";
import type { Role } from "#modules/tenancy/permissions";
import { forgetDeparture } from "#platform/departures";
import type { Change } from "#platform/unit-of-work";
import { recordSeats } from "#platform/usage";
import { facts } from "./facts.ts";
import { memberList, membersOf } from "./repository.ts";
import { toChangedMember } from "./view.ts";

/**
 * Asserts that the plan of an organization has a seat for somebody, or that they are a member already. Locks the
 * organization: of two who take the last seat at once, one waits and is refused. To be called before anything is written,
 * for some who ask go on without the membership.
 */
export const assertSeat: AssertSeat = async (change, orgId, userId) => {
	const organization = await lockOrganization(change.tx, orgId);
	if (await membersOf(change.tx, orgId).includes({ userId })) return;
	await assertWithin(change, organization, "seats", 1);
};

/**
 * Adds a user to an organization within a change and records it; an existing member keeps their role. Returns the role
 * they have then.
 * @throws `quota_exceeded` when all seats of its plan are taken
 */
export async function joinOrganization(change: Change, { orgId, userId, role }: NewMember): Promise<Role> {
	await assertSeat(change, orgId, userId);
	const members = membersOf(change.tx, orgId);
	const isNew = await members.insert({ userId, role, joinedAtMs: change.nowMs, updatedAtMs: change.nowMs, version: 1 });
	const row = await members.findForShare(userId);
	if (!row) throw new Error("a member that was just added is missing");
	if (!isNew) return row.role;
	await recordSeats(change.tx, orgId, 1, change.nowMs);
	change.atEnd((tx) => forgetDeparture(tx, orgId, userId));
	change.atEnd((tx) => memberList.add(tx, row));
	change.invalidate(userId);
	change.record(orgId, facts["member.add"], {
		id: userId,
		object: toChangedMember(row),
		auditedChanges: [{ path: "/role", from: null, to: role }],
	});
	return role;
}
