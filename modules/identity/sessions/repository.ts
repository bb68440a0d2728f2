import {
	and,
	type Column,
	desc,
	eq,
	getTableColumns,
	gt,
	isNotNull,
	isNull,
	lt,
	lte,
	type SQL,
	sql,
} from "drizzle-orm";
import { affectedRows, eachText } from "#db/dsl";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { deletePortion, isInPortion } from "#db/portions";
import {
	knownDevices,
	type OrganizationState,
	organizations,
	type SessionRow,
	type SpentRefreshTokenRow,
	sessions,
	spentRefreshTokens,
	users,
} from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, type Parameter, readRow, readRows, write, writeRow } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";

/** The successors of spent refresh tokens. */
export const sealedSuccessors = sealedColumn(spentRefreshTokens, "successorSealed");

/** Order of the list of sessions. */
export const newestFirst = keyset("desc", { createdAtMs: sessions.createdAtMs, id: sessions.id });

const isActive = (nowMs: Parameter<number>) =>
	and(isNull(sessions.revokedAtMs), gt(sessions.expiresAtMs, nowMs), gt(sessions.idleExpiresAtMs, nowMs));

/** A session, active or ended, with the current `sessionEpoch` of its user. */
export interface StoredSession extends SessionRow {
	readonly userEpoch: number;
}

const selectSession = (db: ReadDb, which: SQL) =>
	db
		.select({ ...getTableColumns(sessions), userEpoch: users.sessionEpoch })
		.from(sessions)
		.crossJoin(users) // SQLite executes it in the order it is written.
		.where(and(which, eq(users.id, sessions.userId)))
		.limit(1);

const findById = readRow((db, { id }: Bound<{ id: string }>) => selectSession(db, eq(sessions.id, id)));

const findByRefreshHash = readRow((db, { refreshHash }: Bound<{ refreshHash: string }>) =>
	selectSession(db, eq(sessions.refreshHash, refreshHash)),
);

const listActive = readRows(
	(db, { userId, nowMs, after, take }: Bound<SliceValues & { userId: string; nowMs: number }>) => {
		const currentEpoch = db.select({ epoch: users.sessionEpoch }).from(users).where(eq(users.id, userId));
		const isTheirs = and(eq(sessions.userId, userId), eq(sessions.epoch, currentEpoch));
		return (
			db
				.select()
				.from(sessions)
				.where(and(isTheirs, isActive(nowMs), newestFirst.after(after)))
				// All of them null: Postgres reads the index in order only if its columns are named.
				.orderBy(desc(sessions.revokedAtMs), ...newestFirst.by)
				.limit(take)
		);
	},
);

const insertSession = write((tx, row: Bound<SessionRow>) => tx.insert(sessions).values(row));

type Rotation = Pick<SessionRow, "refreshHash" | "orgId" | "lastSeenAtMs" | "idleExpiresAtMs" | "ip" | "userAgent">;
const rotate = writeRow((tx, { from, ...values }: Bound<Rotation & { from: string }>) =>
	tx
		.update(sessions)
		.set(values)
		.where(and(eq(sessions.refreshHash, from), isNull(sessions.revokedAtMs)))
		.returning({ epoch: sessions.epoch }),
);

/** Reads a session, active or ended. */
export const findSession = (db: ReadDb, id: string): Promise<StoredSession | undefined> => findById(db, { id });

const organizationState = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select({ state: organizations.state }).from(organizations).where(eq(organizations.id, orgId)).limit(1),
);

/** Reads the state of an organization; undefined: there is none. */
export const readOrganizationState = async (db: ReadDb, orgId: string): Promise<OrganizationState | undefined> =>
	(await organizationState(db, { orgId }))?.state;

/** Whether an organization is not purged, so that tokens can be issued for it; null: no organization. */
export async function canHaveTokens(db: ReadDb, orgId: string | null): Promise<boolean> {
	if (orgId === null) return false;
	const state = await readOrganizationState(db, orgId);
	return state !== undefined && state !== "deleted";
}

/** Sessions. */
export const sessionsRepository = {
	/** Removes a purged organization from up to `limit` of its sessions, which continue without one; returns their number. */
	async clearOrganization(tx: Db, orgId: string, limit: number): Promise<number> {
		const ofOrganization = isInPortion(tx, sessions, sessions.id, eq(sessions.orgId, orgId), limit);
		return affectedRows(await tx.update(sessions).set({ orgId: null }).where(ofOrganization));
	},

	/** Reads the session with this current refresh token. */
	findByRefreshHash: (db: ReadDb, refreshHash: string): Promise<StoredSession | undefined> =>
		findByRefreshHash(db, { refreshHash }),

	/** Lists a slice of a user's active sessions, {@link newestFirst}. */
	listActive: (db: ReadDb, userId: string, nowMs: number, slice: Slice): Promise<SessionRow[]> =>
		listActive(db, { userId, nowMs, ...sliceValues(slice) }),

	async insert(db: Db, row: SessionRow): Promise<void> {
		await insertSession(db, row);
	},

	/**
	 * Replaces the refresh token `from` and returns the epoch of the session; undefined when it is no longer current: a
	 * concurrent request was first.
	 */
	rotate: async (db: Db, from: string, values: Rotation): Promise<number | undefined> =>
		(await rotate(db, { ...values, from }))?.epoch,

	/** Ends a session and its refresh token. Returns the ids of the ended sessions: none if it had ended already. */
	async revoke(db: Db, id: string, atMs: number, reason: string): Promise<string[]> {
		return endSessions(db, eq(sessions.id, id), atMs, reason);
	},

	/** Moves a session that has not ended to the next epoch of its user, `epoch`. */
	async moveToEpoch(tx: Db, id: string, userId: string, epoch: number): Promise<void> {
		const isTheirs = and(eq(sessions.id, id), eq(sessions.userId, userId), eq(sessions.epoch, epoch - 1));
		await tx
			.update(sessions)
			.set({ epoch })
			.where(and(isTheirs, isNull(sessions.revokedAtMs)));
	},

	/** Marks up to `limit` of the sessions that ended with earlier epochs, the latest epoch and session first, and returns their ids. */
	async markEnded(tx: Db, { userId, beforeEpoch, atMs, reason }: EndOfEpoch, limit: number): Promise<string[]> {
		const isOver = and(eq(sessions.userId, userId), isNull(sessions.revokedAtMs), lt(sessions.epoch, beforeEpoch));
		const byIndex = [desc(sessions.revokedAtMs), desc(sessions.epoch), ...newestFirst.by];
		return endSessions(tx, isInPortion(tx, sessions, sessions.id, isOver, limit, byIndex), atMs, reason);
	},

	/** Whether {@link sessionsRepository.markEnded} would find any. */
	async hasEndedUnmarked(db: ReadDb, { userId, beforeEpoch }: EndOfEpoch): Promise<boolean> {
		const isOver = and(eq(sessions.userId, userId), isNull(sessions.revokedAtMs), lt(sessions.epoch, beforeEpoch));
		return (await db.select({ id: sessions.id }).from(sessions).where(isOver).limit(1)).length === 1;
	},

	/** Deletes up to `limit` rows of a user's sessions, and returns their number. */
	removeByUser: (tx: Db, userId: string, limit: number): Promise<number> =>
		removeSessions(tx, eq(sessions.userId, userId), [], limit),

	/** Deletes up to `limit` rows of all sessions, and returns their number. */
	removeAll: (tx: Db, limit: number): Promise<number> => removeSessions(tx, sql`true`, [], limit),

	/** Deletes up to `limit` rows of sessions that had ended by then, and returns their number. */
	async removeEnded(tx: Db, byMs: number, limit: number): Promise<number> {
		const expired = await removeEndedBy(tx, sessions.expiresAtMs, byMs, limit);
		return expired + (await removeEndedBy(tx, sessions.revokedAtMs, byMs, limit - expired));
	},
};

/** The end of all sessions of a user with an epoch before `beforeEpoch`. */
export interface EndOfEpoch {
	readonly userId: string;
	readonly beforeEpoch: number;
	readonly atMs: number;
	readonly reason: string;
}

/** The column that states when a session ended. */
type EndColumn = typeof sessions.expiresAtMs | typeof sessions.revokedAtMs;

/** Deletes sessions that ended by then, the first ones first. */
const removeEndedBy = (tx: Db, endedAtMs: EndColumn, byMs: number, limit: number): Promise<number> =>
	removeSessions(tx, lte(endedAtMs, byMs), [endedAtMs], limit);

/** Deletes up to `limit` rows of sessions and returns their number: first their spent tokens, which may be thousands. */
async function removeSessions(tx: Db, which: SQL, order: readonly EndColumn[], limit: number): Promise<number> {
	const found = await tx
		.select({ id: sessions.id })
		.from(sessions)
		.where(which)
		.orderBy(...order)
		.limit(limit);
	const ids = found.map(({ id }) => id);
	const ofThese = isAmong(spentRefreshTokens.sessionId, ids);
	const spent = await deletePortion(tx, spentRefreshTokens, spentRefreshTokens.tokenHash, ofThese, limit);
	if (spent === limit) return limit;
	return spent + affectedRows(await tx.delete(sessions).where(isAmong(sessions.id, ids.slice(0, limit - spent))));
}

/** Condition that a column is one of any number of ids. */
const isAmong = (column: Column, ids: readonly string[]): SQL =>
	sql`${column} in (select item.value from ${eachText(JSON.stringify(ids))})`;

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

	/** Clears up to `limit` successors of tokens spent by then, which nobody can get any longer; returns their number. */
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
