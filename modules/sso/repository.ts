import { and, eq, gt, not, type SQL, sql } from "drizzle-orm";
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
import type { Db, ReadDb, Store } from "#db/store";
import type { Identity } from "./ports.ts";

const isIdentity = ({ issuer, subject }: Identity): SQL =>
	sql`(${eq(userIdentities.issuer, issuer)} and ${eq(userIdentities.subject, subject)})`;

/** Identities of external issuers, and the other data that a sign-in with one needs. */
export const identitiesRepository = {
	/** Reads the user an identity is linked to, in any state. */
	async findUser(db: ReadDb, identity: Identity): Promise<UserRow | undefined> {
		const [row] = await db
			.select({ user: users })
			.from(userIdentities)
			.crossJoin(users)
			.where(and(isIdentity(identity), eq(users.id, userIdentities.userId)))
			.limit(1);
		return row?.user;
	},

	/** Links an identity. Returns false when it is linked already. */
	async insert(db: Db, row: UserIdentityRow): Promise<boolean> {
		const made = await db
			.insert(userIdentities)
			.values(row)
			.onConflictDoNothing()
			.returning({ userId: userIdentities.userId });
		return made.length === 1;
	},

	/** Unlinks an identity. Returns false when it is not the user's. */
	async remove(db: Db, userId: string, identity: Identity): Promise<boolean> {
		const removed = await db
			.delete(userIdentities)
			.where(and(eq(userIdentities.userId, userId), isIdentity(identity)))
			.returning({ userId: userIdentities.userId });
		return removed.length === 1;
	},

	/** Unlinks all identities of a user except for one (null: all). */
	async removeOthers(db: Db, userId: string, retained: Identity | null): Promise<void> {
		const isOther = retained === null ? undefined : not(isIdentity(retained));
		await db.delete(userIdentities).where(and(eq(userIdentities.userId, userId), isOther));
	},

	/** Lists the valid invitations of an address in all tenants: the person may be invited to many. */
	async listInvitations(store: Store, emailKey: string, nowMs: number): Promise<InvitationRow[]> {
		const found = await store.acrossTenants.db
			.select({ invitation: invitations })
			.from(invitations)
			.crossJoin(organizations)
			.where(
				and(
					eq(invitations.emailKey, emailKey),
					eq(organizations.id, invitations.orgId),
					eq(invitations.state, "pending"),
					gt(invitations.expiresAtMs, nowMs),
					eq(organizations.state, "active"),
				),
			);
		return found.map(({ invitation }) => invitation);
	},

	/** Reads an organization if it is active. */
	async findActiveOrganization(db: ReadDb, orgId: string): Promise<OrganizationRow | undefined> {
		const [row] = await db
			.select()
			.from(organizations)
			.where(and(eq(organizations.id, orgId), eq(organizations.state, "active")))
			.limit(1);
		return row;
	},

	async isMember(db: ReadDb, orgId: string, userId: string): Promise<boolean> {
		const found = await db
			.select({ userId: memberships.userId })
			.from(memberships)
			.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
			.limit(1);
		return found.length === 1;
	},
};
