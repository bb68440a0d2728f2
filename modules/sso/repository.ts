import { and, eq, gt } from "drizzle-orm";
import {
	type InvitationRow,
	invitations,
	memberships,
	type OrganizationRow,
	organizations,
	type UserIdentityRow,
	type UserRow,
	userIdentities,
	users,
} from "#db/schema";
import type { Db, Store } from "#db/store";

/** Identities of outside issuers, and what signing in with one asks of other tables. */
export const identitiesRepository = {
	/** The user an identity is linked to, whatever their state. */
	async findUser(db: Db, { issuer, subject }: { issuer: string; subject: string }): Promise<UserRow | undefined> {
		const [row] = await db
			.select({ user: users })
			.from(userIdentities)
			.innerJoin(users, eq(users.id, userIdentities.userId))
			.where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
			.limit(1);
		return row?.user;
	},

	/** False, and nothing is stored, when the identity is linked already. */
	async insert(db: Db, row: UserIdentityRow): Promise<boolean> {
		const made = await db
			.insert(userIdentities)
			.values(row)
			.onConflictDoNothing()
			.returning({ userId: userIdentities.userId });
		return made.length === 1;
	},

	/** Whether the user signs in with an identity of any issuer. */
	async hasAny(db: Db, userId: string): Promise<boolean> {
		const found = await db
			.select({ userId: userIdentities.userId })
			.from(userIdentities)
			.where(eq(userIdentities.userId, userId))
			.limit(1);
		return found.length === 1;
	},

	/** Invitations of an address that can be accepted, over all tenants: the person may be invited to many. */
	async listInvitations(store: Store, emailKey: string, nowMs: number): Promise<InvitationRow[]> {
		const found = await store.acrossTenants.db
			.select({ invitation: invitations })
			.from(invitations)
			.innerJoin(organizations, eq(organizations.id, invitations.orgId))
			.where(
				and(
					eq(invitations.emailKey, emailKey),
					eq(invitations.state, "pending"),
					gt(invitations.expiresAtMs, nowMs),
					eq(organizations.state, "active"),
				),
			);
		return found.map(({ invitation }) => invitation);
	},

	/** The organization if it is active. */
	async findActiveOrganization(db: Db, orgId: string): Promise<OrganizationRow | undefined> {
		const [row] = await db
			.select()
			.from(organizations)
			.where(and(eq(organizations.id, orgId), eq(organizations.state, "active")))
			.limit(1);
		return row;
	},

	async isMember(db: Db, orgId: string, userId: string): Promise<boolean> {
		const found = await db
			.select({ userId: memberships.userId })
			.from(memberships)
			.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
			.limit(1);
		return found.length === 1;
	},
};
