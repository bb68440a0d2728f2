import { and, asc, eq, sql } from "drizzle-orm";
import { forShare, forUpdate } from "#db/dsl";
import { memberships, type OrganizationState, organizations, type UserRow, users } from "#db/schema";
import type { Db, ReadDb, Store } from "#db/store";
import type { Role } from "#modules/permissions";

/** One organization a user belongs to. */
export interface MembershipOfUser {
	readonly orgId: string;
	readonly name: string;
	readonly role: Role;
	readonly state: OrganizationState;
}

/** Organizations of a user, oldest membership first. Crosses tenants: a person may belong to many. */
export async function listMembershipsOfUser(store: Store, userId: string): Promise<MembershipOfUser[]> {
	return store.acrossTenants.db
		.select({ orgId: memberships.orgId, name: organizations.name, role: memberships.role, state: organizations.state })
		.from(memberships)
		.innerJoin(organizations, eq(organizations.id, memberships.orgId))
		.where(eq(memberships.userId, userId))
		.orderBy(asc(memberships.joinedAtMs), asc(memberships.orgId));
}

/** The membership of a user in one organization as it is now and stays until the transaction ends; undefined without one. */
export async function holdMembershipOfUser(
	tx: Db,
	orgId: string,
	userId: string,
): Promise<MembershipOfUser | undefined> {
	const query = tx
		.select({ orgId: memberships.orgId, name: organizations.name, role: memberships.role, state: organizations.state })
		.from(memberships)
		.innerJoin(organizations, eq(organizations.id, memberships.orgId))
		.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
		.limit(1);
	const [row] = await forShare(query, memberships);
	return row;
}

/** What of a person may simply be written. The password goes through `setPassword`, which counts its versions. */
export type UserValues = Partial<Omit<UserRow, "id" | "passwordHash" | "passwordVersion">> & {
	readonly passwordHash?: never;
	readonly passwordVersion?: never;
};

const byId = (db: ReadDb, id: string) => db.select().from(users).where(eq(users.id, id)).limit(1);

/** People. */
export const usersRepository = {
	async find(db: ReadDb, id: string): Promise<UserRow | undefined> {
		const [row] = await byId(db, id);
		return row;
	},

	/** The person as they are now and stay until the transaction ends; others may hold them too, nobody changes them. */
	async hold(tx: Db, id: string): Promise<UserRow | undefined> {
		const [row] = await forShare(byId(tx, id), users);
		return row;
	},

	/** The same for a transaction that is about to change them: it holds them alone. */
	async lock(tx: Db, id: string): Promise<UserRow | undefined> {
		const [row] = await forUpdate(byId(tx, id));
		return row;
	},

	async findByEmail(db: ReadDb, emailKey: string): Promise<UserRow | undefined> {
		const [row] = await db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);
		return row;
	},

	/** False when the address is taken. */
	async insert(db: Db, row: UserRow): Promise<boolean> {
		const made = await db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
		return made.length === 1;
	},

	async update(db: Db, id: string, values: UserValues): Promise<void> {
		await db.update(users).set(values).where(eq(users.id, id));
	},

	/** Only for an account that nothing refers to yet. */
	async remove(db: Db, id: string): Promise<void> {
		await db.delete(users).where(eq(users.id, id));
	},

	/**
	 * Sets the password, or drops it (null), and counts its version: no sign-in that verified the one before starts a
	 * session any more. Whoever also ends the person's sessions does so afterwards.
	 * @param also what else of the person changes with it
	 */
	async setPassword(tx: Db, id: string, passwordHash: string | null, also: UserValues = {}): Promise<void> {
		const passwordVersion = sql`${users.passwordVersion} + 1`;
		await tx
			.update(users)
			.set({ ...also, passwordHash, passwordVersion })
			.where(eq(users.id, id));
	},

	/** Writes another hash of the same password, over the one it was verified against and no other. */
	async replaceHash(tx: Db, id: string, verified: string, passwordHash: string): Promise<void> {
		await tx
			.update(users)
			.set({ passwordHash })
			.where(and(eq(users.id, id), eq(users.passwordHash, verified)));
	},

	/** How many system administrators there are. */
	async countSystemAdmins(db: ReadDb): Promise<number> {
		return db.$count(users, eq(users.systemAdmin, sql.param(true, users.systemAdmin)));
	},
};
