import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { keyset } from "#db/keyset";
import { containsText } from "#db/like";
import { type MembershipRow, memberships, type UserRow, users } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import type { Role } from "#modules/permissions";

/** A membership with what is shown of its person. */
export interface MemberRow extends MembershipRow {
	readonly email: string;
	readonly name: string;
	/** Version of the person's own record. */
	readonly userVersion: number;
	readonly systemAdmin: boolean;
}

/** The order in which the members joined. */
export const joinOrder = keyset("asc", { joinedAtMs: memberships.joinedAtMs, userId: memberships.userId });

/** Names a person: by their address in the form that is compared, or by their id. */
export type PersonKey = { readonly emailKey: string } | { readonly userId: string };

/** What a list of members is narrowed to; null does not narrow. */
export interface MemberFilters {
	readonly role: Role | null;
	/** Part of name or address, lower case. */
	readonly text: string | null;
}

const shown = {
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

const isMemberOf = (orgId: string, userId: string) => and(eq(memberships.orgId, orgId), eq(memberships.userId, userId));

/** The members of one organization, for reading. */
export const readMembersOf = (db: ReadDb, orgId: string) => {
	const ofOrganization = eq(memberships.orgId, orgId);
	return {
		async find(userId: string): Promise<MemberRow | undefined> {
			const [row] = await db
				.select(shown)
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.userId))
				.where(isMemberOf(orgId, userId))
				.limit(1);
			return row;
		},

		/** Some members, in {@link joinOrder}. */
		async list(filters: MemberFilters, { after, take }: Slice): Promise<MemberRow[]> {
			const conditions: SQL[] = [];
			if (filters.role !== null) conditions.push(eq(memberships.role, filters.role));
			if (filters.text !== null) conditions.push(nameOrAddressContains(filters.text));
			return db
				.select(shown)
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.userId))
				.where(and(ofOrganization, ...conditions, joinOrder.after(after)))
				.orderBy(...joinOrder.by)
				.limit(take);
		},

		/** Whether a member has the id, or the address in the form that is compared. */
		async includes(by: PersonKey): Promise<boolean> {
			const isMeant = "userId" in by ? eq(users.id, by.userId) : eq(users.emailKey, by.emailKey);
			const [row] = await db
				.select({ userId: memberships.userId })
				.from(memberships)
				.innerJoin(users, eq(users.id, memberships.userId))
				.where(and(ofOrganization, isMeant))
				.limit(1);
			return row !== undefined;
		},

		/** How many owners there are. */
		async countOwners(): Promise<number> {
			return db.$count(memberships, and(ofOrganization, eq(memberships.role, "owner")));
		},
	};
};

/** The members of one organization, within a change. */
export const membersOf = (tx: Db, orgId: string) => {
	const ofOrganization = eq(memberships.orgId, orgId);
	return {
		...readMembersOf(tx, orgId),

		/** False, and nothing is stored, for one who is a member already. */
		async insert(row: Omit<MembershipRow, "orgId">): Promise<boolean> {
			const made = await tx
				.insert(memberships)
				.values({ ...row, orgId })
				.onConflictDoNothing()
				.returning({ userId: memberships.userId });
			return made.length === 1;
		},

		async update(userId: string, values: Pick<MembershipRow, "role" | "updatedAtMs" | "version">): Promise<void> {
			await tx.update(memberships).set(values).where(isMemberOf(orgId, userId));
		},

		async remove(userId: string): Promise<void> {
			await tx.delete(memberships).where(isMemberOf(orgId, userId));
		},

		/** Removes every member; answers who they were. */
		async removeAll(): Promise<string[]> {
			const removed = await tx.delete(memberships).where(ofOrganization).returning({ userId: memberships.userId });
			return removed.map(({ userId }) => userId);
		},
	};
};

const nameOrAddressContains = (text: string): SQL =>
	sql`(${containsText(sql`lower(${users.name})`, text)} or ${containsText(users.emailKey, text)})`;

/** The account of a proved address, or of an id, whatever its organizations; undefined for none that is in use. */
export async function findAccount(db: ReadDb, by: PersonKey): Promise<Pick<UserRow, "id"> | undefined> {
	const isMeant =
		"userId" in by
			? eq(users.id, by.userId)
			: // Whoever registers an address first must not inherit what was meant for its owner.
				and(eq(users.emailKey, by.emailKey), isNotNull(users.emailVerifiedAtMs));
	const [row] = await db
		.select({ id: users.id })
		.from(users)
		.where(and(isMeant, eq(users.state, "active")))
		.limit(1);
	return row;
}
