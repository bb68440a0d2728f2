import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { eqHot } from "#db/dsl";
import { prepared } from "#db/prepared";
import {
	memberships,
	organizations,
	type SessionRow,
	sessions,
	type UserRow,
	userIdentities,
	users,
} from "#db/schema";
import type { Db, Store } from "#db/store";
import type { OrganizationState, Role } from "#kernel/principal";

/** What a session's authority rests on. */
export interface AuthorityRow {
	readonly userId: string | null;
	readonly userState: UserRow["state"] | null;
	readonly systemAdmin: boolean;
	readonly revokedAtMs: number | null;
	readonly expiresAtMs: number;
	readonly authMethods: readonly string[];
	readonly role: Role | null;
	readonly orgState: OrganizationState | null;
}

const sessionAuthority = prepared<AuthorityRow, { sessionId: string; orgId: string }>("session_authority", (db) =>
	db
		.select({
			userId: users.id,
			userState: users.state,
			systemAdmin: users.systemAdmin,
			revokedAtMs: sessions.revokedAtMs,
			expiresAtMs: sessions.expiresAtMs,
			authMethods: sessions.authMethods,
			role: memberships.role,
			orgState: organizations.state,
		})
		.from(sessions)
		.innerJoin(users, eq(users.id, sessions.userId))
		.leftJoin(memberships, and(eqHot(memberships.orgId, "orgId"), eq(memberships.userId, users.id)))
		.leftJoin(organizations, eqHot(organizations.id, "orgId"))
		.where(eqHot(sessions.id, "sessionId"))
		.limit(1),
);

/** The live authority of one of our sessions in one organization (null: in none). */
export async function readSessionAuthority(store: Store, sessionId: string, orgId: string | null): Promise<AuthorityRow | undefined> {
	const [row] = await sessionAuthority(store, { sessionId, orgId: orgId ?? "" });
	return row;
}

/** State of an external token's organization, and of the local user linked to its subject. */
export async function readExternalAuthority(
	store: Store,
	token: { issuer: string; subject: string; orgId: string | null },
): Promise<Pick<AuthorityRow, "userId" | "userState" | "orgState">> {
	const [user] = await store.db
		.select({ userId: users.id, userState: users.state })
		.from(userIdentities)
		.innerJoin(users, eq(users.id, userIdentities.userId))
		.where(and(eq(userIdentities.issuer, token.issuer), eq(userIdentities.subject, token.subject)))
		.limit(1);
	const [organization] =
		token.orgId === null
			? []
			: await store.db.select({ state: organizations.state }).from(organizations).where(eq(organizations.id, token.orgId)).limit(1);
	return { userId: user?.userId ?? null, userState: user?.userState ?? null, orgState: organization?.state ?? null };
}

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

	/** How many system administrators there are. */
	async countSystemAdmins(db: Db): Promise<number> {
		return db.$count(users, eq(users.systemAdmin, sql.param(true, users.systemAdmin)));
	},
};

/** Signed-in devices. */
export const sessionsRepository = {
	async find(db: Db, id: string): Promise<SessionRow | undefined> {
		const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).limit(1);
		return row;
	},

	async insert(db: Db, row: SessionRow): Promise<void> {
		await db.insert(sessions).values(row);
	},

	/** Ends a session that is still alive; its refresh token dies with it. Answers the ids it ended. */
	async revoke(db: Db, id: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.id, id), atMs, reason);
	},

	/** Ends every session of a user that is still alive. Answers the ids it ended. */
	async revokeAll(db: Db, userId: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.userId, userId), atMs, reason);
	},
};

async function endSessions(db: Db, which: SQL, atMs: number, reason: string): Promise<string[]> {
	const ended = await db
		.update(sessions)
		.set({ revokedAtMs: atMs, revokedReason: reason, refreshHash: null })
		.where(and(which, isNull(sessions.revokedAtMs)))
		.returning({ id: sessions.id });
	return ended.map(({ id }) => id);
}
