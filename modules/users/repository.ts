import { and, asc, eq, sql } from "drizzle-orm";
import { forShare, forUpdate } from "#db/dsl";
import { memberships, type OrganizationState, organizations, type UserRow, userIdentities, users } from "#db/schema";
import type { Db, ReadDb, Store } from "#db/store";
import type { Role } from "#modules/permissions";

const byId = (db: ReadDb, id: string) => db.select().from(users).where(eq(users.id, id)).limit(1);
const byEmail = (db: ReadDb, emailKey: string) => db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);

/** A person, whatever their state. */
export async function findUser(db: ReadDb, id: string): Promise<UserRow | undefined> {
	const [row] = await byId(db, id);
	return row;
}

/** The person who has an address, whatever their state. @param emailKey the form that is compared */
export async function findUserByEmail(db: ReadDb, emailKey: string): Promise<UserRow | undefined> {
	const [row] = await byEmail(db, emailKey);
	return row;
}

/** The person as they are now and stay until the transaction ends; others may hold them too, nobody changes them. */
export async function lockUserForShare(tx: Db, id: string): Promise<UserRow | undefined> {
	const [row] = await forShare(byId(tx, id), users);
	return row;
}

/** The same for a transaction that is about to change them: it holds them alone. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | undefined> {
	const [row] = await forUpdate(byId(tx, id));
	return row;
}

/** The person who has an address. Nobody changes them, or makes them a member, until the transaction ends. */
export async function lockUserByEmail(tx: Db, emailKey: string): Promise<UserRow | undefined> {
	const [row] = await forUpdate(byEmail(tx, emailKey));
	return row;
}

/** Whether there is a system administrator. */
export async function hasSystemAdmin(db: ReadDb): Promise<boolean> {
	return (await db.$count(users, eq(users.systemAdmin, sql.param(true, users.systemAdmin)))) > 0;
}

/** Whether the person signs in with an identity of any issuer. */
export async function hasIdentity(db: ReadDb, userId: string): Promise<boolean> {
	const found = await db
		.select({ userId: userIdentities.userId })
		.from(userIdentities)
		.where(eq(userIdentities.userId, userId))
		.limit(1);
	return found.length === 1;
}

/** Whether the person belongs to any organization. @param acrossTenants a handle that the tenant guard leaves alone */
export async function isMemberAnywhere(acrossTenants: ReadDb, userId: string): Promise<boolean> {
	const found = await acrossTenants
		.select({ userId: memberships.userId })
		.from(memberships)
		.where(eq(memberships.userId, userId))
		.limit(1);
	return found.length === 1;
}

/** One organization a person belongs to. */
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

/** Organizations of a person, oldest membership first. Crosses tenants: they may belong to many. */
export async function listMembershipsOfUser(store: Store, userId: string): Promise<MembershipOfUser[]> {
	return store.acrossTenants.db
		.select(membershipColumns)
		.from(memberships)
		.innerJoin(organizations, eq(organizations.id, memberships.orgId))
		.where(eq(memberships.userId, userId))
		.orderBy(asc(memberships.joinedAtMs), asc(memberships.orgId));
}

/** The membership of a person in one organization as it is now and stays until the transaction ends; undefined without one. */
export async function lockMembershipForShare(
	tx: Db,
	orgId: string,
	userId: string,
): Promise<MembershipOfUser | undefined> {
	const query = tx
		.select(membershipColumns)
		.from(memberships)
		.innerJoin(organizations, eq(organizations.id, memberships.orgId))
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1);
	const [row] = await forShare(query, memberships);
	return row;
}

/** What of a person may be written. The versions count themselves. */
export type UserValues = Partial<Omit<UserRow, "id" | "passwordVersion" | "version" | "createdAtMs" | "updatedAtMs">>;

/** A password, or none (null): no sign-in that verified the one before starts a session any more. */
const withPassword = (passwordHash: string | null) => ({
	passwordHash,
	passwordVersion: sql`${users.passwordVersion} + 1`,
});

/** Writes people. */
export const usersRepository = {
	/** False, and nothing is stored, when the address is taken. */
	async insert(tx: Db, row: UserRow): Promise<boolean> {
		const made = await tx.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
		return made.length === 1;
	},

	/** Writes values and counts the version, and that of the password if there is another. Answers the person as they are now. */
	async update(tx: Db, id: string, { passwordHash, ...values }: UserValues, updatedAtMs: number): Promise<UserRow> {
		const password = passwordHash === undefined ? {} : withPassword(passwordHash);
		const written = { ...values, ...password, version: sql`${users.version} + 1`, updatedAtMs };
		const [row] = await tx.update(users).set(written).where(eq(users.id, id)).returning();
		if (!row) throw new Error(`there is no person ${id}`);
		return row;
	},

	/** Sets the password alone. The version stays: it is that of the profile, which shows nothing of a password. */
	async setPassword(tx: Db, id: string, passwordHash: string): Promise<void> {
		await tx.update(users).set(withPassword(passwordHash)).where(eq(users.id, id));
	},

	/** Writes another hash of the same password, over the one it was verified against and no other. */
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
