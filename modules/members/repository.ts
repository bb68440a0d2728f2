import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { containsText } from "#db/like";
import { deletePortion } from "#db/portions";
import { type MembershipRow, memberships, type UserRow, users } from "#db/schema";
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

const isMemberOf = (orgId: string, userId: string) => and(eq(memberships.orgId, orgId), eq(memberships.userId, userId));

/** Queries on the members of one organization. */
export const readMembersOf = (db: ReadDb, orgId: string) => {
	const ofOrganization = eq(memberships.orgId, orgId);
	return {
		async find(userId: string): Promise<MemberRow | undefined> {
			const [row] = await db
				.select(memberColumns)
				.from(memberships)
				.crossJoin(users)
				.where(and(isMemberOf(orgId, userId), isTheirAccount))
				.limit(1);
			return row;
		},

		/** Returns a slice of the members in {@link joinOrder}. */
		async list(filters: MemberFilters, { after, take }: Slice): Promise<MemberRow[]> {
			const conditions: SQL[] = [];
			if (filters.role !== null) conditions.push(eq(memberships.role, filters.role));
			if (filters.text !== null) conditions.push(nameOrAddressContains(filters.text));
			return db
				.select(memberColumns)
				.from(memberships)
				.crossJoin(users)
				.where(and(ofOrganization, isTheirAccount, ...conditions, joinOrder.after(after)))
				.orderBy(...joinOrder.by)
				.limit(take);
		},

		/** Whether a member has this id or normalized address. */
		async includes(by: PersonKey): Promise<boolean> {
			const userId =
				"userId" in by
					? by.userId
					: sql`(${db.select({ id: users.id }).from(users).where(eq(users.emailKey, by.emailKey))})`;
			const [row] = await db
				.select({ userId: memberships.userId })
				.from(memberships)
				.where(and(ofOrganization, eq(memberships.userId, userId)))
				.limit(1);
			return row !== undefined;
		},

		/** Returns the number of owners. */
		async countOwners(): Promise<number> {
			return db.$count(memberships, and(ofOrganization, eq(memberships.role, "owner")));
		},
	};
};

/** Statements on the members of one organization, within a change. */
export const membersOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(memberships.orgId, orgId);
	return {
		...readMembersOf(tx, orgId),

		/** Adds a member; returns false for an existing one. */
		async insert(row: Omit<MembershipRow, "orgId">): Promise<boolean> {
			const inserted = await tx
				.insert(memberships)
				.values({ ...row, orgId })
				.onConflictDoNothing()
				.returning({ userId: memberships.userId });
			return inserted.length === 1;
		},

		async update(userId: string, values: Pick<MembershipRow, "role" | "updatedAtMs" | "version">): Promise<void> {
			await tx.update(memberships).set(values).where(isMemberOf(orgId, userId));
		},

		async remove(userId: string): Promise<void> {
			await tx.delete(memberships).where(isMemberOf(orgId, userId));
		},

		/** Removes up to `limit` members and returns their number. */
		removePortion: (limit: number): Promise<number> =>
			deletePortion(tx, memberships, memberships.userId, ofOrganization, limit),
	};
};

const nameOrAddressContains = (text: string): SQL =>
	sql`(${containsText(sql`lower(${users.name})`, text)} or ${containsText(users.emailKey, text)})`;

/**
 * Returns the active account with this verified address or id, whatever its organizations; undefined when there is
 * none.
 */
export async function findAccount(db: ReadDb, by: PersonKey): Promise<Pick<UserRow, "id"> | undefined> {
	const isPerson =
		"userId" in by
			? eq(users.id, by.userId)
			: // Whoever registers an address first must not receive the rights intended for its owner.
				and(eq(users.emailKey, by.emailKey), isNotNull(users.emailVerifiedAtMs));
	const [row] = await db
		.select({ id: users.id })
		.from(users)
		.where(and(isPerson, eq(users.state, "active")))
		.limit(1);
	return row;
}
