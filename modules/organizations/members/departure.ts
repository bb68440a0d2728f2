import { emailKey } from "#kernel/text";
import { lockOrganizationRow } from "#modules/tenancy/organization-records";
import { grantorOf, memberRightsLost, type Role } from "#modules/tenancy/permissions";
import { noteDeparture } from "#platform/departures";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { recordSeats } from "#platform/usage";
import { lastOwnerOf, tooManyToLeave } from "./errors.ts";
import { facts } from "./facts.ts";
import { membershipEnds } from "./moments.ts";
import { listMembershipsOfPerson, type MemberRow, memberList, membersOf } from "./repository.ts";
import { toChangedMember } from "./view.ts";

/** Organizations that one change can leave: it lasts about a millisecond for each of them. */
const MOST_LEFT = 100;

export type DepartureDeps = Pick<Core, "store">;

/** Creates the end of memberships, and of what depends on them. */
export function createDeparture({ store }: DepartureDeps) {
	/** Revokes what a member granted by a role they lost; a system administrator has lost no rights. */
	async function revokeRights(change: Change, row: MemberRow, role: Role | null): Promise<void> {
		const { orgId, userId, systemAdmin } = row;
		if (systemAdmin) return;
		await change.reach(memberRightsLost, {
			orgId,
			userId,
			outcome: role === null ? "removed" : "demoted",
			previousRole: row.role,
			remaining: grantorOf(role),
		});
	}

	/** Ends the membership of a row whose organization is locked. */
	async function end(change: Change, row: MemberRow): Promise<void> {
		const { orgId, userId } = row;
		await change.reach(membershipEnds, { orgId, userId });
		if (await membersOf(change.tx, orgId).remove(userId)) await recordSeats(change.tx, orgId, -1, change.nowMs);
		await memberList.remove(change.tx, row);
		await noteDeparture(change.tx, { orgId, userId, emailKey: emailKey(row.email), leftAtMs: change.nowMs });
		change.invalidate(userId);
		change.record(orgId, facts["member.remove"], {
			id: userId,
			object: toChangedMember(row),
			auditedChanges: [{ path: "/role", from: row.role, to: null }],
		});
		await revokeRights(change, row, null);
	}

	return {
		revokeRights,
		end,

		/**
		 * Ends all memberships of a person who closes their account, within that change, in organizations of any state.
		 * @throws `last_owner` `state_conflict`
		 */
		async endAll(change: Change, userId: string): Promise<void> {
			const acrossTenants = store.acrossTenants.within(change.tx);
			const found = await listMembershipsOfPerson(acrossTenants, userId, null, MOST_LEFT + 1);
			if (found.length > MOST_LEFT) throw tooManyToLeave(MOST_LEFT);
			const rows: MemberRow[] = [];
			const owned: string[] = [];
			// In the order of their ids, so that two changes that lock several do not wait for each other.
			for (const { orgId } of found) {
				const organization = await lockOrganizationRow(change.tx, orgId);
				if (organization === undefined || organization.state === "deleted") continue;
				const members = membersOf(change.tx, orgId);
				const row = await members.find(userId);
				if (row === undefined) continue;
				rows.push(row);
				const isNeeded = row.role === "owner" && organization.state !== "pending_deletion";
				if (isNeeded && (await members.countOwners()) === 1) owned.push(orgId);
			}
			if (owned.length > 0) throw lastOwnerOf(owned);
			// A system administrator loses their rights as well.
			for (const row of rows) await end(change, { ...row, systemAdmin: false });
		},
	};
}
