import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { type MembershipRow, memberships, passkeys, sessions, totpSecrets, type UserRow, users } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import { wordsOf } from "#kernel/search-words";
import type { Role } from "#modules/tenancy/permissions";
import { type FilterValues, searchedList } from "#platform/search";

/** A membership with the account data of its user. */
export interface MemberRow extends MembershipRow {
	readonly email: string;
	readonly name: string;
	/** Version of the user's account. */
	readonly userVersion: number;
	readonly systemAdmin: boolean;
}

/** How a member signs in. */
export interface SignInState {
	/** When a session of theirs in this organization was last used; null: none is stored. */
	readonly lastSeenAtMs: number | null;
	/** Whether they have a confirmed authenticator or a passkey. */
	readonly mfa: boolean;
}

/** Identifies a person by their normalized address or their id. */
export type PersonKey = { readonly emailKey: string } | { readonly userId: string };

/** Filters of the list of members; null does not filter. */
export interface MemberFilters {
	readonly role: Role | null;
	/** Beginnings of words of the name or address, see `searchedWords`. */
	readonly words: readonly string[] | null;
}

const memberColumns = {
	orgId: memberships.orgId,
	userId: memberships.userId,
	role: memberships.role,
	joinedAtMs: memberships.joinedAtMs,
	updatedAtMs: memberships.updatedAtMs,
	version: memberships.version,
	email: users.email,
	name: users.name,
	userVersion: users.version,
	systemAdmin: users.systemAdmin,
};

/** Joins members and accounts: after `crossJoin`, which SQLite executes in the order it is written. */
const isTheirAccount = eq(users.id, memberships.userId);

/** A member of an organization. */
type MemberKey = { readonly orgId: string; readonly userId: string };
const isMember = ({ orgId, userId }: Bound<MemberKey>) =>
	and(eq(memberships.orgId, orgId), eq(memberships.userId, userId));

/** The members of an organization, found by their names and addresses, which belong to no organization. */
export const memberList = searchedList(memberships, {
	collection: "member",
	id: "userId",
	position: "joinedAtMs",
	orders: { joinedAt: "asc" },
	columns: memberColumns,
	joined: { table: users, on: isTheirAccount },
	words: ({ name, email }: Pick<UserRow, "name" | "email">) => wordsOf([name, email]),
	filters: ({ role }: FilterValues<MemberFilters>) => role && eq(memberships.role, role),
});

const select = (db: ReadDb, key: Bound<MemberKey>) =>
	db
		.select(memberColumns)
		.from(memberships)
		.crossJoin(users)
		.where(and(isMember(key), isTheirAccount))
		.limit(1);
const find = readRow(select);
const findForShare = readRow((tx, key: Bound<MemberKey>) => forShare(select(tx, key), users));

const signInStates = readRows((db, { orgId, userIds }: Bound<{ orgId: string; userIds: Each<string> }>) => {
	const lastSeen = db
		.select({ atMs: sessions.lastSeenAtMs })
		.from(sessions)
		.where(and(eq(sessions.orgId, memberships.orgId), eq(sessions.userId, memberships.userId)))
		.orderBy(desc(sessions.lastSeenAtMs))
		.limit(1);
	const isAuthenticator = and(eq(totpSecrets.userId, memberships.userId), isNotNull(totpSecrets.confirmedAtMs));
	const hasAuthenticator = exists(db.select({ userId: totpSecrets.userId }).from(totpSecrets).where(isAuthenticator));
	const isPasskey = eq(passkeys.userId, memberships.userId);
	const hasPasskey = exists(db.select({ userId: passkeys.userId }).from(passkeys).where(isPasskey).limit(1));
	return db
		.select({
			userId: memberships.userId,
			lastSeenAtMs: sql<number | null>`(${lastSeen})`.mapWith(sessions.lastSeenAtMs),
			mfa: sql<boolean>`${or(hasAuthenticator, hasPasskey)}`.mapWith(Boolean),
		})
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), inArray(memberships.userId, userIds)));
});

const listOfPerson = readRows((db, values: Bound<{ userId: string; afterOrgId: string; take: number }>) =>
	db
		.select()
		.from(memberships)
		.where(and(eq(memberships.userId, values.userId), gt(memberships.orgId, values.afterOrgId)))
		.orderBy(asc(memberships.orgId))
		.limit(values.take),
);

/**
 * Lists memberships of a person in the order of their organizations.
 * @param acrossTenants a handle exempt from the tenant guard
 * @param after organization after which to continue; null: from the start
 */
export const listMembershipsOfPerson = (
	acrossTenants: ReadDb,
	userId: string,
	after: string | null,
	take: number,
): Promise<MembershipRow[]> => listOfPerson(acrossTenants, { userId, afterOrgId: after ?? "", take });

const findPerson = readRow(
	(db, { orgId, userId, emailKey }: Bound<{ orgId: string; userId?: string; emailKey?: string }>) =>
		db
			.select({ userId: memberships.userId })
			.from(users)
			.crossJoin(memberships)
			.where(
				and(
					eq(memberships.orgId, orgId),
					isTheirAccount,
					userId && eq(users.id, userId),
					emailKey && eq(users.emailKey, emailKey),
				),
			)
			.limit(1),
);

type Recipients = Bound<{ orgId: string; take: number }>;
const withRoles = (db: ReadDb, { orgId, take }: Recipients, roles: readonly Role[]) =>
	db
		.select({
			email: users.email,
			name: users.name,
			locale: users.locale,
			state: users.state,
			emailVerifiedAtMs: users.emailVerifiedAtMs,
		})
		.from(memberships)
		.crossJoin(users)
		.where(and(eq(memberships.orgId, orgId), inArray(memberships.role, roles), isTheirAccount))
		.limit(take);
const administrators = readRows((db, values: Recipients) => withRoles(db, values, ["owner", "admin"]));
const payers = readRows((db, values: Recipients) => withRoles(db, values, ["owner", "billing"]));

/** Returns up to `take` owners and administrators of an organization. */
export const listAdministrators = (db: ReadDb, orgId: string, take: number) => administrators(db, { orgId, take });

/** Returns up to `take` owners of an organization and members who look after its billing. */
export const listPayers = (db: ReadDb, orgId: string, take: number) => payers(db, { orgId, take });

const countOwners = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({ count: count() })
		.from(memberships)
		.where(and(eq(memberships.orgId, orgId), eq(memberships.role, "owner"))),
);

const insert = write((tx, row: Bound<MembershipRow>) => tx.insert(memberships).values(row).onConflictDoNothing());
const update = write(
	(tx, { orgId, userId, ...values }: Bound<MemberKey & Pick<MembershipRow, "role" | "updatedAtMs" | "version">>) =>
		tx.update(memberships).set(values).where(isMember({ orgId, userId })),
);
const remove = write((tx, key: Bound<MemberKey>) => tx.delete(memberships).where(isMember(key)));

/** Queries on the members of one organization. */
export const readMembersOf = (db: ReadDb, orgId: string) => ({
	find: (userId: string): Promise<MemberRow | undefined> => find(db, { orgId, userId }),

	/** Returns a slice of the members in the order in which they joined. */
	list: (filters: MemberFilters, slice: Slice): Promise<MemberRow[]> =>
		memberList.read(db, orgId, filters, "joinedAt", slice),

	/** Returns how members sign in, by their ids, with one statement for all of them. */
	async signInStates(userIds: readonly string[]): Promise<ReadonlyMap<string, SignInState>> {
		const rows = userIds.length === 0 ? [] : await signInStates(db, { orgId, userIds: each(userIds) });
		return new Map(rows.map(({ userId, ...state }) => [userId, state]));
	},

	/** Whether a member has this id or normalized address. */
	includes: async (by: PersonKey): Promise<boolean> => (await findPerson(db, { orgId, ...by })) !== undefined,

	countOwners: async (): Promise<number> => (await countOwners(db, { orgId }))?.count ?? 0,
});

/** Statements on the members of one organization, within a change. */
export const membersOf = (tx: Db, orgId: string) => ({
	...readMembersOf(tx, orgId),

	/** Reads a member with a shared lock on their account: nobody can rename them until the transaction ends. */
	findForShare: (userId: string): Promise<MemberRow | undefined> => findForShare(tx, { orgId, userId }),

	/** Adds a member; returns false for an existing one. */
	insert: async (row: Omit<MembershipRow, "orgId">): Promise<boolean> => (await insert(tx, { ...row, orgId })) === 1,

	async update(userId: string, values: Pick<MembershipRow, "role" | "updatedAtMs" | "version">): Promise<void> {
		await update(tx, { ...values, orgId, userId });
	},

	/** Removes a member; returns false when there is none. */
	remove: async (userId: string): Promise<boolean> => (await remove(tx, { orgId, userId })) === 1,
});

const findAccountBy = readRow((db, { userId, emailKey }: Bound<{ userId?: string; emailKey?: string }>) =>
	db
		.select({ id: users.id })
		.from(users)
		.where(
			and(
				userId && eq(users.id, userId),
				// Whoever registers an address first must not receive the rights intended for its owner.
				emailKey && and(eq(users.emailKey, emailKey), isNotNull(users.emailVerifiedAtMs)),
				eq(users.state, "active"),
			),
		)
		.limit(1),
);

/**
 * Returns the active account with this verified address or id, whatever its organizations; undefined when there is
 * none.
 */
export const findAccount = (db: ReadDb, by: PersonKey): Promise<Pick<UserRow, "id"> | undefined> =>
	findAccountBy(db, { ...by });
