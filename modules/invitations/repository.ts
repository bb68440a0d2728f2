import { and, eq, gt } from "drizzle-orm";
import { type InvitationRow, invitations, organizations } from "#db/schema";
import type { Db } from "#db/store";
import type { OrganizationState } from "#kernel/principal";

/** The invitations of one organization. */
export const invitationsOf = (db: Db, orgId: string) => {
	const ofOrganization = eq(invitations.orgId, orgId);
	return {
		async insert(row: Omit<InvitationRow, "orgId">): Promise<void> {
			await db.insert(invitations).values({ ...row, orgId });
		},

		/** Withdraws the pending invitation of an address, if there is one. */
		async revokePending(emailKey: string): Promise<void> {
			await db
				.update(invitations)
				.set({ state: "revoked" })
				.where(and(ofOrganization, eq(invitations.emailKey, emailKey), eq(invitations.state, "pending")));
		},

		/** The invitation behind a token while it can be accepted. */
		async findPending(tokenHash: string, nowMs: number): Promise<InvitationRow | undefined> {
			const [row] = await db
				.select()
				.from(invitations)
				.where(and(ofOrganization, eq(invitations.tokenHash, tokenHash), isPending(nowMs)))
				.limit(1);
			return row;
		},

		/** Marks it accepted; false when it no longer can be: somebody was first, or it was withdrawn. */
		async accept(id: string, userId: string, nowMs: number): Promise<boolean> {
			const accepted = await db
				.update(invitations)
				.set({ state: "accepted", acceptedBy: userId, acceptedAtMs: nowMs })
				.where(and(ofOrganization, eq(invitations.id, id), isPending(nowMs)))
				.returning({ id: invitations.id });
			return accepted.length === 1;
		},

		/** State of the organization, undefined when there is none. */
		async organizationState(): Promise<OrganizationState | undefined> {
			const [row] = await db
				.select({ state: organizations.state })
				.from(organizations)
				.where(eq(organizations.id, orgId))
				.limit(1);
			return row?.state;
		},

		/** Removes every invitation. */
		async removeAll(): Promise<void> {
			await db.delete(invitations).where(ofOrganization);
		},
	};
};

const isPending = (nowMs: number) => and(eq(invitations.state, "pending"), gt(invitations.expiresAtMs, nowMs));
