import { and, eq, gt, isNotNull, isNull, lt, lte, ne, or, type SQL } from "drizzle-orm";
import { deleteBatch } from "#db/delete-batch";
import { forUpdate } from "#db/dsl";
import { keyset } from "#db/keyset";
import { knownDevices, type SessionRow, type SpentRefreshTokenRow, sessions, spentRefreshTokens } from "#db/schema";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";

/** The order of the list of sessions. */
export const newestFirst = keyset("desc", { createdAtMs: sessions.createdAtMs, id: sessions.id });

const isAlive = (nowMs: number) =>
	and(isNull(sessions.revokedAtMs), gt(sessions.expiresAtMs, nowMs), gt(sessions.idleExpiresAtMs, nowMs));

/** A session, whether or not it is over. */
export async function findSession(db: ReadDb, id: string): Promise<SessionRow | undefined> {
	const [row] = await db.select().from(sessions).where(eq(sessions.id, id)).limit(1);
	return row;
}

/** Signed-in devices. */
export const sessionsRepository = {
	/** Takes an organization that is purged out of the sessions that were in it; they live on without one. */
	async leaveOrganization(db: Db, orgId: string): Promise<void> {
		await db.update(sessions).set({ orgId: null }).where(eq(sessions.orgId, orgId));
	},

	/** The session whose refresh token in force this is. */
	async findByRefreshHash(db: ReadDb, refreshHash: string): Promise<SessionRow | undefined> {
		const [row] = await db.select().from(sessions).where(eq(sessions.refreshHash, refreshHash)).limit(1);
		return row;
	},

	/** Some sessions of a user that are not over, {@link newestFirst}. */
	async listAlive(db: ReadDb, userId: string, nowMs: number, { after, take }: Slice): Promise<SessionRow[]> {
		return db
			.select()
			.from(sessions)
			.where(and(eq(sessions.userId, userId), isAlive(nowMs), newestFirst.after(after)))
			.orderBy(...newestFirst.by)
			.limit(take);
	},

	async insert(db: Db, row: SessionRow): Promise<void> {
		await db.insert(sessions).values(row);
	},

	/** Replaces the refresh token `from`; false when it is no longer the one in force: another request was first. */
	async rotate(
		db: Db,
		from: string,
		values: Pick<SessionRow, "refreshHash" | "orgId" | "lastSeenAtMs" | "idleExpiresAtMs" | "ip" | "userAgent">,
	): Promise<boolean> {
		const rotated = await db
			.update(sessions)
			.set(values)
			.where(and(eq(sessions.refreshHash, from), isNull(sessions.revokedAtMs)))
			.returning({ id: sessions.id });
		return rotated.length === 1;
	},

	/** Ends a session that is still alive; its refresh token dies with it. Answers the ids it ended. */
	async revoke(db: Db, id: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.id, id), atMs, reason);
	},

	/** Waits for the transactions that rest on a user's sessions, and lets no other begin: they are held alone, but for `exceptId`. */
	async lockAll(tx: Db, userId: string, exceptId?: string): Promise<void> {
		const isMeant = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
		const which = and(eq(sessions.userId, userId), isNull(sessions.revokedAtMs), isMeant);
		await forUpdate(tx.select({ id: sessions.id }).from(sessions).where(which));
	},

	/** Ends every session of a user that is still alive, but for `exceptId`. Answers the ids it ended. */
	async revokeAll(db: Db, userId: string, atMs: number, reason: string, exceptId?: string): Promise<string[]> {
		const isMeant = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
		return endSessions(db, and(eq(sessions.userId, userId), isMeant), atMs, reason);
	},

	/** Deletes some of the sessions that were over by then, with their spent tokens; true when there may be more. */
	async removeOver(db: Db, byMs: number): Promise<boolean> {
		const isOver = or(lte(sessions.expiresAtMs, byMs), lte(sessions.revokedAtMs, byMs));
		return deleteBatch(db, sessions, sessions.id, isOver);
	},
};

async function endSessions(db: Db, which: SQL | undefined, atMs: number, reason: string): Promise<string[]> {
	const ended = await db
		.update(sessions)
		.set({ revokedAtMs: atMs, revokedReason: reason, refreshHash: null })
		.where(and(which, isNull(sessions.revokedAtMs)))
		.returning({ id: sessions.id });
	return ended.map(({ id }) => id);
}

/** Refresh tokens that were exchanged. */
export const spentTokensRepository = {
	async find(db: ReadDb, tokenHash: string): Promise<SpentRefreshTokenRow | undefined> {
		const [row] = await db
			.select()
			.from(spentRefreshTokens)
			.where(eq(spentRefreshTokens.tokenHash, tokenHash))
			.limit(1);
		return row;
	},

	async insert(db: Db, row: SpentRefreshTokenRow): Promise<void> {
		await db.insert(spentRefreshTokens).values(row);
	},

	/** Forgets the successors of tokens that were spent between the two instants: nobody is answered them any more. */
	async forgetSuccessors(db: Db, fromMs: number, byMs: number): Promise<void> {
		const isMeant = and(gt(spentRefreshTokens.spentAtMs, fromMs), lte(spentRefreshTokens.spentAtMs, byMs));
		await db
			.update(spentRefreshTokens)
			.set({ successorSealed: null })
			.where(and(isMeant, isNotNull(spentRefreshTokens.successorSealed)));
	},
};

/** Devices that people have signed in from. */
export const knownDevicesRepository = {
	/** Whether the person has signed in from the device. */
	async has(db: ReadDb, userId: string, deviceHash: string): Promise<boolean> {
		const found = await db
			.select({ userId: knownDevices.userId })
			.from(knownDevices)
			.where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
			.limit(1);
		return found.length === 1;
	},

	async put(db: Db, userId: string, deviceHash: string, lastSeenAtMs: number): Promise<void> {
		await db
			.insert(knownDevices)
			.values({ userId, deviceHash, lastSeenAtMs })
			.onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { lastSeenAtMs } });
	},

	async removeOf(db: Db, userId: string): Promise<void> {
		await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
	},

	/** Forgets devices that nobody signed in from since then. */
	async removeUnseen(db: Db, sinceMs: number): Promise<void> {
		await db.delete(knownDevices).where(lt(knownDevices.lastSeenAtMs, sinceMs));
	},
};
