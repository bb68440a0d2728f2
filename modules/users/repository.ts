import { and, asc, eq, ne, sql } from "drizzle-orm";
import { forShare, forUpdate } from "#db/dsl";
import { memberships, type OrganizationState, organizations, type UserRow, userIdentities, users } from "#db/schema";
import type { Db, ReadDb, Store } from "#db/store";
import type { Role } from "#modules/permissions";

const byId = (db: ReadDb, id: string) => db.select().from(users).where(eq(users.id, id)).limit(1);
const byEmail = (db: ReadDb, emailKey: string) => db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);

/** Reads a user in any state. */
export async function findUser(db: ReadDb, id: string): Promise<UserRow | undefined> {
	const [row] = await byId(db, id);
	return row;
}

/** Reads the user with an address, in any state. @param emailKey the normalized address */
export async function findUserByEmail(db: ReadDb, emailKey: string): Promise<UserRow | undefined> {
	const [row] = await byEmail(db, emailKey);
	return row;
}

/** Reads a user with a shared lock (`FOR SHARE`), so that nobody can change them until the transaction ends. */
export async function lockUserForShare(tx: Db, id: string): Promise<UserRow | undefined> {
	const [row] = await forShare(byId(tx, id), users);
	return row;
}

/** Reads a user with an exclusive lock (`FOR UPDATE`), for a transaction that is about to change them. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
	const [row] = await forUpdate(byId(tx, id));
	return row;
}

/** Reads the user with an address, with an exclusive lock: nobody can change them or add them to an organization. */
export async function lockUserByEmail(tx: Db, emailKey: string): Promise<UserRow | undefined> {
	const [row] = await forUpdate(byEmail(tx, emailKey));
	return row;
}

/** Whether any system administrator exists. */
export async function hasSystemAdmin(db: ReadDb): Promise<boolean> {
	const found = await db.select({ id: users.id }).from(users).where(sql`${users.systemAdmin}`).limit(1);
	return found.length === 1;
}

/** Whether any external identity is linked to the user. */
export async function hasIdentity(db: ReadDb, userId: string): Promise<boolean> {
	const found = await db
		.select({ userId: userIdentities.userId })
		.from(userIdentities)
		.where(eq(userIdentities.userId, userId))
		.limit(1);
	return found.length === 1;
}

/** Joins memberships and organizations: after `crossJoin`, which SQLite executes in the order it is written. */
const isTheirOrganization = eq(organizations.id, memberships.orgId);

/** Condition that the organization of a membership is not purged: its rows are erased in portions, so they may be left. */
const isNotPurged = ne(organizations.state, "deleted");

/** Whether the user is a member of any organization. @param acrossTenants a handle exempt from the tenant guard */
export async function isMemberAnywhere(acrossTenants: ReadDb, userId: string): Promise<boolean> {
	const found = await acrossTenants
		.select({ userId: memberships.userId })
		.from(memberships)
		.crossJoin(organizations)
		.where(and(eq(memberships.userId, userId), isTheirOrganization, isNotPurged))
		.limit(1);
	return found.length === 1;
}

/** Membership of a user, with the name and state of its organization. */
export interface MembershipOfUser {
	readonly orgId: string;
	readonly name: string;
	readonly role: Role;
	readonly state: OrganizationState;
}

const membershipColumns = {
	orgId: memberships.orgId,
	name: organizations.name,
	role: memberships.role,
	state: organizations.state,
};

/** Lists the memberships of a user, oldest first. Crosses tenants: a user may belong to many. */
export async function listMembershipsOfUser(store: Store, userId: string): Promise<MembershipOfUser[]> {
	return store.acrossTenants.db
		.select(membershipColumns)
		.from(memberships)
		.crossJoin(organizations)
		.where(and(eq(memberships.userId, userId), isTheirOrganization, isNotPurged))
		.orderBy(asc(memberships.joinedAtMs), asc(memberships.orgId));
}

/** Reads a membership with a shared lock, so that nobody can change it until the transaction ends; undefined without one. */
export async function lockMembershipForShare(
	tx: Db,
	orgId: string,
	userId: string,
): Promise<MembershipOfUser | undefined> {
	const query = tx
		.select(membershipColumns)
		.from(memberships)
		.crossJoin(organizations)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isTheirOrganization, isNotPurged))
		.limit(1);
	const [row] = await forShare(query, memberships);
	return row;
}

/** Columns of a user that can be updated. The versions are incremented automatically. */
export type UserValues = Partial<Omit<UserRow, "id" | "passwordVersion" | "version" | "createdAtMs" | "updatedAtMs">>;

/** Values that set the password (null: none); its new version invalidates sign-ins that verified the previous one. */
const withPassword = (passwordHash: string | null) => ({
	passwordHash,
	passwordVersion: sql`${users.passwordVersion} + 1`,
});

/** Writes users. */
export const usersRepository = {
	/** Inserts a user. Returns false when the address is taken. */
	async insert(tx: Db, row: UserRow): Promise<boolean> {
		const made = await tx.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
		return made.length === 1;
	},

	/** Updates values and increments the version, and the password version with a new password. Returns the updated row. */
	async update(tx: Db, id: string, { passwordHash, ...values }: UserValues, updatedAtMs: number): Promise<UserRow> {
		const password = passwordHash === undefined ? {} : withPassword(passwordHash);
		const written = { ...values, ...password, version: sql`${users.version} + 1`, updatedAtMs };
		const [row] = await tx.update(users).set(written).where(eq(users.id, id)).returning();
		if (!row) throw new Error(`there is no person ${id}`);
		return row;
	},

	/** Sets the password only. The version does not change: it is that of the profile, which does not show the password. */
	async setPassword(tx: Db, id: string, passwordHash: string): Promise<void> {
		await tx.update(users).set(withPassword(passwordHash)).where(eq(users.id, id));
	},

	/** Replaces the hash by another one of the same password, unless it changed since it was verified. */
	async replaceHash(tx: Db, id: string, verified: string, passwordHash: string): Promise<void> {
		await tx
			.update(users)
			.set({ passwordHash })
			.where(and(eq(users.id, id), eq(users.passwordHash, verified)));
	},

	async remove(tx: Db, id: string): Promise<void> {
		await tx.delete(users).where(eq(users.id, id));
	},
};
