import { and, eq, getTableColumns, gt, not, type SQL, sql } from "drizzle-orm";
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
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, Store } from "#db/store";
import { contentId, withConfiguration } from "#platform/configuration";
import type { Identity } from "./ports.ts";

const isIdentity = ({ issuer, subject }: Bound<Identity>): SQL =>
	sql`(${eq(userIdentities.issuer, issuer)} and ${eq(userIdentities.subject, subject)})`;

const findUser = readRow((db, { issuer, subject }: Bound<Identity>) =>
	db
		.select(getTableColumns(users))
		.from(userIdentities)
		.crossJoin(users)
		.where(and(isIdentity({ issuer, subject }), eq(users.id, userIdentities.userId)))
		.limit(1),
);

const insert = write((tx, row: Bound<UserIdentityRow>) => tx.insert(userIdentities).values(row).onConflictDoNothing());

type OfUser = { readonly userId: string };
const remove = write((tx, { userId, issuer, subject }: Bound<Identity & OfUser>) =>
	tx.delete(userIdentities).where(and(eq(userIdentities.userId, userId), isIdentity({ issuer, subject }))),
);

const removeAll = write((tx, { userId }: Bound<OfUser>) =>
	tx.delete(userIdentities).where(eq(userIdentities.userId, userId)),
);
const removeAllBut = write((tx, { userId, issuer, subject }: Bound<Identity & OfUser>) =>
	tx.delete(userIdentities).where(and(eq(userIdentities.userId, userId), not(isIdentity({ issuer, subject })))),
);

const listInvitations = readRows((db, { emailKey, nowMs }: Bound<{ emailKey: string; nowMs: number }>) =>
	db
		.select(getTableColumns(invitations))
		.from(invitations)
		.crossJoin(organizations)
		.where(
			and(
				eq(invitations.emailKey, emailKey),
				// A literal, as in the partial indexes: the engines do not use those for a parameter.
				sql`${invitations.state} = 'pending'`,
				gt(invitations.expiresAtMs, nowMs),
				eq(organizations.id, invitations.orgId),
				eq(organizations.state, sql`'active'`),
			),
		),
);

const findActiveOrganization = withConfiguration(
	readRow((db, { orgId }: Bound<{ orgId: string }>) =>
		db
			.select({ ...getTableColumns(organizations), contentId })
			.from(organizations)
			.where(and(eq(organizations.id, orgId), eq(organizations.state, sql`'active'`)))
			.limit(1),
	),
);

const findMembership = readRow((db, { orgId, userId }: Bound<{ orgId: string; userId: string }>) =>
	db
		.select({ userId: memberships.userId })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1),
);

/** Identities of external issuers, and the other data that a sign-in with one needs. */
export const identitiesRepository = {
	/** Reads the user an identity is linked to, in any state. */
	findUser: (db: ReadDb, { issuer, subject }: Identity): Promise<UserRow | undefined> =>
		findUser(db, { issuer, subject }),

	/** Links an identity. Returns false when it is linked already. */
	insert: async (db: Db, row: UserIdentityRow): Promise<boolean> => (await insert(db, row)) === 1,

	/** Unlinks an identity. Returns false when it is not the user's. */
	remove: async (db: Db, userId: string, { issuer, subject }: Identity): Promise<boolean> =>
		(await remove(db, { userId, issuer, subject })) === 1,

	/** Unlinks all identities of a user except for one (null: all). */
	async removeOthers(db: Db, userId: string, retained: Identity | null): Promise<void> {
		if (retained === null) await removeAll(db, { userId });
		else await removeAllBut(db, { userId, issuer: retained.issuer, subject: retained.subject });
	},

	/** Lists the valid invitations of an address in all tenants: the person may be invited to many. */
	listInvitations: (store: Store, emailKey: string, nowMs: number): Promise<InvitationRow[]> =>
		listInvitations(store.acrossTenants, { emailKey, nowMs }),

	/** Reads an organization if it is active. */
	findActiveOrganization: (db: ReadDb, orgId: string): Promise<OrganizationRow | undefined> =>
		findActiveOrganization(db, { orgId }),

	isMember: async (db: ReadDb, orgId: string, userId: string): Promise<boolean> =>
		(await findMembership(db, { orgId, userId })) !== undefined,
};
