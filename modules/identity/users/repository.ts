import { and, asc, eq, sql } from "drizzle-orm";
import { forNoKeyUpdate, forShare, forUpdate } from "#db/dsl";
import { memberships, type OrganizationState, organizations, type UserRow, userIdentities, users } from "#db/schema";
import { type Bound, type Parameter, readRow, readRows, write, writeRow } from "#db/statement";
import type { Db, ReadDb, Store } from "#db/store";
import type { Role } from "#modules/tenancy/permissions";

type ById = Bound<{ id: string }>;
type ByEmail = Bound<{ emailKey: string }>;
const selectById = (db: ReadDb, { id }: ById) => db.select().from(users).where(eq(users.id, id)).limit(1);
const selectByEmail = (db: ReadDb, { emailKey }: ByEmail) =>
	db.select().from(users).where(eq(users.emailKey, emailKey)).limit(1);

const byId = readRow(selectById);
const byIdForShare = readRow((db, key: ById) => forShare(selectById(db, key), users));
const byIdForChange = readRow((db, key: ById) => forNoKeyUpdate(selectById(db, key)));
const byIdForUpdate = readRow((db, key: ById) => forUpdate(selectById(db, key)));
const byEmail = readRow(selectByEmail);
const byEmailForUpdate = readRow((db, key: ByEmail) => forUpdate(selectByEmail(db, key)));
const advanceEpoch = writeRow((tx, { id }: ById) =>
	tx
		.update(users)
		.set({ sessionEpoch: sql`${users.sessionEpoch} + 1` })
		.where(eq(users.id, id))
		.returning({ sessionEpoch: users.sessionEpoch }),
);

/** Reads a user in any state. */
export const findUser = (db: ReadDb, id: string): Promise<UserRow | undefined> => byId(db, { id });

/** Reads the user with an address, in any state. @param emailKey the normalized address */
export const findUserByEmail = (db: ReadDb, emailKey: string): Promise<UserRow | undefined> =>
	byEmail(db, { emailKey });

/** Reads a user with a shared lock (`FOR SHARE`), so that nobody can change them until the transaction ends. */
export const lockUserForShare = (tx: Db, id: string): Promise<UserRow | undefined> => byIdForShare(tx, { id });

/** Reads a user with an exclusive lock, for a transaction that is about to change them. */
export const lockUser = (tx: Db, id: string): Promise<UserRow | undefined> => byIdForChange(tx, { id });

/**
 * Reads a user with an exclusive lock (`FOR UPDATE`) that also waits for their requests in progress and holds up new
 * ones, for a transaction that is about to end their sessions. Call it before locking any session of theirs: every
 * request locks its user before its session, and the reverse order could deadlock.
 */
export const lockUserAndSessions = (tx: Db, id: string): Promise<UserRow | undefined> => byIdForUpdate(tx, { id });

/**
 * Ends all sessions of a user at once, however many, by starting a new epoch; returns it. Waits for their requests in
 * progress, see {@link lockUserAndSessions}. The caller invalidates the state cached for the user.
 */
export async function startSessionEpoch(tx: Db, id: string): Promise<number> {
	await lockUserAndSessions(tx, id);
	const row = await advanceEpoch(tx, { id });
	if (!row) throw new Error(`there is no person ${id}`);
	return row.sessionEpoch;
}

/** Reads the user with an address, with an exclusive lock: nobody can change them or add them to an organization. */
export const lockUserByEmail = (tx: Db, emailKey: string): Promise<UserRow | undefined> =>
	byEmailForUpdate(tx, { emailKey });

const anySystemAdmin = readRow((db) =>
	// A literal, as in the partial index: the engines do not use that for a parameter.
	db.select({ id: users.id }).from(users).where(sql`${users.systemAdmin}`).limit(1),
);

/** Whether any system administrator exists. */
export const hasSystemAdmin = async (db: ReadDb): Promise<boolean> => (await anySystemAdmin(db, {})) !== undefined;

const systemAdmins = readRows((db) => db.select().from(users).where(sql`${users.systemAdmin}`).orderBy(asc(users.id)));

/** Lists all system administrators in any state, oldest first: a handful. */
export const listSystemAdmins = (db: ReadDb): Promise<UserRow[]> => systemAdmins(db, {});

type OfUser = Bound<{ userId: string }>;
const anyIdentity = readRow((db, { userId }: OfUser) =>
	db.select({ userId: userIdentities.userId }).from(userIdentities).where(eq(userIdentities.userId, userId)).limit(1),
);

/** Joins memberships and organizations: after `crossJoin`, which SQLite executes in the order it is written. */
const isTheirOrganization = eq(organizations.id, memberships.orgId);

/** Condition that the organization of a membership is not purged: its rows are erased in portions, so they may be left. */
const isNotPurged = sql`${organizations.state} <> 'deleted'`;

const anyMembership = readRow((db, { userId }: OfUser) =>
	db
		.select({ userId: memberships.userId })
		.from(memberships)
		.crossJoin(organizations)
		.where(and(eq(memberships.userId, userId), isTheirOrganization, isNotPurged))
		.limit(1),
);

/** Whether any external identity is linked to the user. */
export const hasIdentity = async (db: ReadDb, userId: string): Promise<boolean> =>
	(await anyIdentity(db, { userId })) !== undefined;

/** Whether the user is a member of any organization. @param acrossTenants a handle exempt from the tenant guard */
export const isMemberAnywhere = async (acrossTenants: ReadDb, userId: string): Promise<boolean> =>
	(await anyMembership(acrossTenants, { userId })) !== undefined;

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

const membershipsOfUser = readRows((db, { userId }: OfUser) =>
	db
		.select(membershipColumns)
		.from(memberships)
		.crossJoin(organizations)
		.where(and(eq(memberships.userId, userId), isTheirOrganization, isNotPurged))
		.orderBy(asc(memberships.joinedAtMs), asc(memberships.orgId)),
);

const membershipForShare = readRow((db, { orgId, userId }: Bound<{ orgId: string; userId: string }>) =>
	forShare(
		db
			.select(membershipColumns)
			.from(memberships)
			.crossJoin(organizations)
			.where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isTheirOrganization, isNotPurged))
			.limit(1),
		memberships,
	),
);

/** Lists the memberships of a user, oldest first. Crosses tenants: a user may belong to many. */
export const listMembershipsOfUser = (store: Store, userId: string): Promise<MembershipOfUser[]> =>
	membershipsOfUser(store.acrossTenants, { userId });

/** Reads a membership with a shared lock, so that nobody can change it until the transaction ends; undefined without one. */
export const lockMembershipForShare = (tx: Db, orgId: string, userId: string): Promise<MembershipOfUser | undefined> =>
	membershipForShare(tx, { orgId, userId });

/** Columns of a user that can be updated. The versions are incremented automatically. */
export type UserValues = Partial<
	Omit<UserRow, "id" | "passwordVersion" | "sessionEpoch" | "version" | "createdAtMs" | "updatedAtMs">
>;

/** Values that set the password (null: none); its new version invalidates sign-ins that verified the previous one. */
const withPassword = (passwordHash: Parameter<string | null>) => ({
	passwordHash,
	passwordInitial: false,
	passwordVersion: sql`${users.passwordVersion} + 1`,
});

const insertUser = write((tx, row: Bound<UserRow>) => tx.insert(users).values(row).onConflictDoNothing());

type Update = { id: string; passwordHash?: string | null; updatedAtMs: number } & UserValues;
const updateUser = writeRow((tx, { id, passwordHash, ...values }: Bound<Update>) =>
	tx
		.update(users)
		.set({ ...(passwordHash && withPassword(passwordHash)), ...values, version: sql`${users.version} + 1` })
		.where(eq(users.id, id))
		.returning(),
);

const setPassword = write((tx, { id, passwordHash }: Bound<{ id: string; passwordHash: string }>) =>
	tx.update(users).set(withPassword(passwordHash)).where(eq(users.id, id)),
);

const replaceHash = write(
	(tx, { id, verified, passwordHash }: Bound<{ id: string; verified: string; passwordHash: string }>) =>
		tx
			.update(users)
			.set({ passwordHash })
			.where(and(eq(users.id, id), eq(users.passwordHash, verified))),
);

const removeUser = write((tx, { id }: ById) => tx.delete(users).where(eq(users.id, id)));

/** Writes users. */
export const usersRepository = {
	/** Inserts a user. Returns false when the address is taken. */
	insert: async (tx: Db, row: UserRow): Promise<boolean> => (await insertUser(tx, row)) === 1,

	/** Updates values and increments the version, and the password version with a new password. Returns the updated row. */
	async update(tx: Db, id: string, values: UserValues, updatedAtMs: number): Promise<UserRow> {
		const row = await updateUser(tx, { ...values, id, updatedAtMs });
		if (!row) throw new Error(`there is no person ${id}`);
		return row;
	},

	/** Sets the password only. The version does not change: it is that of the profile, which does not show the password. */
	async setPassword(tx: Db, id: string, passwordHash: string): Promise<void> {
		await setPassword(tx, { id, passwordHash });
	},

	/** Replaces the hash by another one of the same password, unless it changed since it was verified. */
	async replaceHash(tx: Db, id: string, verified: string, passwordHash: string): Promise<void> {
		await replaceHash(tx, { id, verified, passwordHash });
	},

	async remove(tx: Db, id: string): Promise<void> {
		await removeUser(tx, { id });
	},
};
