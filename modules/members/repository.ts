import { and, count, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { containing, isLike } from "#db/like";
import { deletePortion } from "#db/portions";
import { type MembershipRow, memberships, type UserRow, users } from "#db/schema";
import { type Bound, type Parameter, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import type { Role } from "#modules/permissions";

/** A membership with the account data of its user. */
export interface MemberRow extends MembershipRow {
	readonly email: string;
	readonly name: string;
	/** Version of the user's account. */
	readonly userVersion: number;
	readonly systemAdmin: boolean;
}

/** Sort order of the members: by the time they joined. */
export const joinOrder = keyset("asc", { joinedAtMs: memberships.joinedAtMs, userId: memberships.userId });

/** Identifies a person by their normalized address or their id. */
export type PersonKey = { readonly emailKey: string } | { readonly userId: string };

/** Filters of the list of members; null does not filter. */
export interface MemberFilters {
	readonly role: Role | null;
	/** Substring of the name or address, lower case. */
	readonly text: string | null;
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

/** Filters of the list; undefined does not filter. */
type FilterValues = { readonly orgId: string; readonly role: Role | undefined; readonly text: string | undefined };

const find = readRow((db, key: Bound<MemberKey>) =>
	db
		.select(memberColumns)
		.from(memberships)
		.crossJoin(users)
		.where(and(isMember(key), isTheirAccount))
		.limit(1),
);

const list = readRows((db, { orgId, role, text, after, take }: Bound<FilterValues & SliceValues>) =>
	db
		.select(memberColumns)
		.from(memberships)
		.crossJoin(users)
		.where(
			and(
				eq(memberships.orgId, orgId),
				isTheirAccount,
				role && eq(memberships.role, role),
				text && nameOrAddressContains(text),
				joinOrder.after(after),
			),
		)
		.orderBy(...joinOrder.by)
		.limit(take),
);

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

	/** Returns a slice of the members in {@link joinOrder}. */
	list: ({ role, text }: MemberFilters, slice: Slice): Promise<MemberRow[]> => {
		const pattern = text === null ? undefined : containing(text);
		return list(db, { orgId, role: role ?? undefined, text: pattern, ...sliceValues(slice) });
	},

	/** Whether a member has this id or normalized address. */
	includes: async (by: PersonKey): Promise<boolean> => (await findPerson(db, { orgId, ...by })) !== undefined,

	/** Returns the number of owners. */
	countOwners: async (): Promise<number> => (await countOwners(db, { orgId }))?.count ?? 0,
});

/** Statements on the members of one organization, within a change. */
export const membersOf = (tx: Db, orgId: string) => ({
	...readMembersOf(tx, orgId),

	/** Adds a member; returns false for an existing one. */
	insert: async (row: Omit<MembershipRow, "orgId">): Promise<boolean> => (await insert(tx, { ...row, orgId })) === 1,

	async update(userId: string, values: Pick<MembershipRow, "role" | "updatedAtMs" | "version">): Promise<void> {
		await update(tx, { ...values, orgId, userId });
	},

	async remove(userId: string): Promise<void> {
		await remove(tx, { orgId, userId });
	},

	/** Removes up to `limit` members and returns their number. */
	removePortion: (limit: number): Promise<number> =>
		deletePortion(tx, memberships, memberships.userId, eq(memberships.orgId, orgId), limit),
});

const nameOrAddressContains = (pattern: Parameter<string>): SQL =>
	sql`(${isLike(sql`lower(${users.name})`, pattern)} or ${isLike(users.emailKey, pattern)})`;

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
