import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { affectedRows, forUpdate } from "#db/dsl";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion, isInPortion } from "#db/portions";
import {
	knownDevices,
	organizations,
	type SessionRow,
	type SpentRefreshTokenRow,
	sessions,
	spentRefreshTokens,
} from "#db/schema";
import { type Bound, type Parameter, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";

/** Order of the list of sessions. */
export const newestFirst = keyset("desc", { createdAtMs: sessions.createdAtMs, id: sessions.id });

const isActive = (nowMs: Parameter<number>) =>
	and(isNull(sessions.revokedAtMs), gt(sessions.expiresAtMs, nowMs), gt(sessions.idleExpiresAtMs, nowMs));

const findById = readRow((db, { id }: Bound<{ id: string }>) =>
	db.select().from(sessions).where(eq(sessions.id, id)).limit(1),
);

const findByRefreshHash = readRow((db, { refreshHash }: Bound<{ refreshHash: string }>) =>
	db.select().from(sessions).where(eq(sessions.refreshHash, refreshHash)).limit(1),
);

const listActive = readRows(
	(db, { userId, nowMs, after, take }: Bound<SliceValues & { userId: string; nowMs: number }>) =>
		db
			.select()
			.from(sessions)
			.where(and(eq(sessions.userId, userId), isActive(nowMs), newestFirst.after(after)))
			.orderBy(...newestFirst.by)
			.limit(take),
);

const insertSession = write((tx, row: Bound<SessionRow>) => tx.insert(sessions).values(row));

type Rotation = Pick<SessionRow, "refreshHash" | "orgId" | "lastSeenAtMs" | "idleExpiresAtMs" | "ip" | "userAgent">;
const rotate = write((tx, { from, ...values }: Bound<Rotation & { from: string }>) =>
	tx
		.update(sessions)
		.set(values)
		.where(and(eq(sessions.refreshHash, from), isNull(sessions.revokedAtMs))),
);

/** Reads a session, active or ended. */
export const findSession = (db: ReadDb, id: string): Promise<SessionRow | undefined> => findById(db, { id });

const organizationState = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select({ state: organizations.state }).from(organizations).where(eq(organizations.id, orgId)).limit(1),
);

/** Whether an organization is not purged, so that tokens can be issued for it; null: no organization. */
export async function canHaveTokens(db: ReadDb, orgId: string | null): Promise<boolean> {
	if (orgId === null) return false;
	const row = await organizationState(db, { orgId });
	return row !== undefined && row.state !== "deleted";
}

/** Sessions. */
export const sessionsRepository = {
	/** Removes a purged organization from up to `limit` of its sessions, which continue without one; returns their number. */
	async clearOrganization(tx: Db, orgId: string, limit: number): Promise<number> {
		const ofOrganization = isInPortion(tx, sessions, sessions.id, eq(sessions.orgId, orgId), limit);
		return affectedRows(await tx.update(sessions).set({ orgId: null }).where(ofOrganization));
	},

	/** Reads the session with this current refresh token. */
	findByRefreshHash: (db: ReadDb, refreshHash: string): Promise<SessionRow | undefined> =>
		findByRefreshHash(db, { refreshHash }),

	/** Lists a slice of a user's active sessions, {@link newestFirst}. */
	listActive: (db: ReadDb, userId: string, nowMs: number, slice: Slice): Promise<SessionRow[]> =>
		listActive(db, { userId, nowMs, ...sliceValues(slice) }),

	async insert(db: Db, row: SessionRow): Promise<void> {
		await insertSession(db, row);
	},

	/** Replaces the refresh token `from`. Returns false when it is no longer current: a concurrent request was first. */
	rotate: async (db: Db, from: string, values: Rotation): Promise<boolean> =>
		(await rotate(db, { ...values, from })) === 1,

	/** Ends a session and its refresh token. Returns the ids of the ended sessions: none if it had ended already. */
	async revoke(db: Db, id: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.id, id), atMs, reason);
	},

	/** Locks a user's sessions but `exceptId` exclusively: waits for transactions that use them, and blocks new ones. */
	async lockByUser(tx: Db, userId: string, exceptId?: string): Promise<void> {
		const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
		const condition = and(eq(sessions.userId, userId), isNull(sessions.revokedAtMs), isOther);
		await forUpdate(tx.select({ id: sessions.id }).from(sessions).where(condition));
	},

	/** Ends all sessions of a user but `exceptId`. Returns the ids of those that had not ended before. */
	async revokeByUser(db: Db, userId: string, atMs: number, reason: string, exceptId?: string): Promise<string[]> {
		const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
		return endSessions(db, and(eq(sessions.userId, userId), isOther), atMs, reason);
	},

	/** Deletes up to `limit` rows of sessions that had ended by then, and returns their number. */
	async removeEnded(tx: Db, byMs: number, limit: number): Promise<number> {
		const expired = await removeEndedBy(tx, sessions.expiresAtMs, byMs, limit);
		return expired + (await removeEndedBy(tx, sessions.revokedAtMs, byMs, limit - expired));
	},
};

/** The column that states when a session ended. */
type EndColumn = typeof sessions.expiresAtMs | typeof sessions.revokedAtMs;

/** Deletes sessions that ended by then, the first ones first; before them their spent tokens, which may be thousands. */
async function removeEndedBy(tx: Db, endedAtMs: EndColumn, byMs: number, limit: number): Promise<number> {
	const ended = (take: number) =>
		tx
			.select({ id: sessions.id })
			.from(sessions)
			.where(lte(endedAtMs, byMs))
			.orderBy(endedAtMs, sessions.id)
			.limit(take);
	const ofEnded = inArray(spentRefreshTokens.sessionId, ended(limit));
	const spent = await deletePortion(tx, spentRefreshTokens, spentRefreshTokens.tokenHash, ofEnded, limit);
	if (spent === limit) return limit;
	return spent + affectedRows(await tx.delete(sessions).where(inArray(sessions.id, ended(limit - spent))));
}

async function endSessions(db: Db, condition: SQL | undefined, atMs: number, reason: string): Promise<string[]> {
	const ended = await db
		.update(sessions)
		.set({ revokedAtMs: atMs, revokedReason: reason, refreshHash: null })
		.where(and(condition, isNull(sessions.revokedAtMs)))
		.returning({ id: sessions.id });
	return ended.map(({ id }) => id);
}

const findSpent = readRow((db, { tokenHash }: Bound<{ tokenHash: string }>) =>
	db.select().from(spentRefreshTokens).where(eq(spentRefreshTokens.tokenHash, tokenHash)).limit(1),
);

const insertSpent = write((tx, row: Bound<SpentRefreshTokenRow>) => tx.insert(spentRefreshTokens).values(row));

/** Spent refresh tokens. */
export const spentTokensRepository = {
	find: (db: ReadDb, tokenHash: string): Promise<SpentRefreshTokenRow | undefined> => findSpent(db, { tokenHash }),

	async insert(db: Db, row: SpentRefreshTokenRow): Promise<void> {
		await insertSpent(db, row);
	},

	/** Clears up to `limit` successors of tokens spent by then, which nobody gets any more; returns their number. */
	async clearSuccessors(tx: Db, byMs: number, limit: number): Promise<number> {
		const { tokenHash, spentAtMs, successorSealed } = spentRefreshTokens;
		const isOver = and(lte(spentAtMs, byMs), isNotNull(successorSealed));
		const portion = isInPortion(tx, spentRefreshTokens, tokenHash, isOver, limit);
		return affectedRows(await tx.update(spentRefreshTokens).set({ successorSealed: null }).where(portion));
	},
};

type Device = { readonly userId: string; readonly deviceHash: string };
const findDevice = readRow((db, { userId, deviceHash }: Bound<Device>) =>
	db
		.select({ userId: knownDevices.userId })
		.from(knownDevices)
		.where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
		.limit(1),
);

const putDevice = write((tx, row: Bound<Device & { lastSeenAtMs: number }>) =>
	tx
		.insert(knownDevices)
		.values(row)
		.onConflictDoUpdate({
			target: [knownDevices.userId, knownDevices.deviceHash],
			set: { lastSeenAtMs: sql`excluded.last_seen_at_ms` },
		}),
);

/** Devices that users have signed in from. */
export const knownDevicesRepository = {
	/** Whether the user has signed in from the device. */
	has: async (db: ReadDb, userId: string, deviceHash: string): Promise<boolean> =>
		(await findDevice(db, { userId, deviceHash })) !== undefined,

	async upsert(db: Db, userId: string, deviceHash: string, lastSeenAtMs: number): Promise<void> {
		await putDevice(db, { userId, deviceHash, lastSeenAtMs });
	},

	async removeByUser(db: Db, userId: string): Promise<void> {
		await db.delete(knownDevices).where(eq(knownDevices.userId, userId));
	},

	/** Deletes up to `limit` devices that nobody has signed in from since then, and returns their number. */
	async removeUnseenSince(tx: Db, sinceMs: number, limit: number): Promise<number> {
		const isUnseen = lt(knownDevices.lastSeenAtMs, sinceMs);
		return deletePortion(tx, knownDevices, [knownDevices.userId, knownDevices.deviceHash], isUnseen, limit);
	},
};
