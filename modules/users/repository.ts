import { asc, eq, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { memberships, organizations, type UserRow, users } from "#db/schema";
import type { Db, Store } from "#db/store";
import type { OrganizationState, Role } from "#kernel/principal";

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

/** People. */
export const usersRepository = {
	async find(db: Db, id: string): Promise<UserRow | undefined> {
		const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1);
		return row;
	},

	/** Reads the account and keeps other changes of it waiting until the transaction ends. */
	async lock(tx: Db, id: string): Promise<UserRow | undefined> {
		const [row] = await forUpdate(tx.select().from(users).where(eq(users.id, id)).limit(1));
		return row;
	},

	async findByEmail(db: Db, emailKey: string): Promise<UserRow | undefined> {
		const [row] = await db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);
		return row;
	},

	/** False when the address is taken. */
	async insert(db: Db, row: UserRow): Promise<boolean> {
		const made = await db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
		return made.length === 1;
	},

	async update(db: Db, id: string, values: Partial<Omit<UserRow, "id">>): Promise<void> {
		await db.update(users).set(values).where(eq(users.id, id));
	},

	/** Only for an account that nothing refers to yet. */
	async remove(db: Db, id: string): Promise<void> {
		await db.delete(users).where(eq(users.id, id));
	},

	/** How many system administrators there are. */
	async countSystemAdmins(db: Db): Promise<number> {
		return db.$count(users, eq(users.systemAdmin, sql.param(true, users.systemAdmin)));
	},
};
