import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, type SQLWrapper, sql } from "drizzle-orm";
import { forShare } from "#db/dsl";
import { deletePortion } from "#db/portions";
import {
	type ClosedAccountRow,
	closedAccounts,
	type DepartureRow,
	departures,
	legalHolds,
	participants,
	users,
} from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, ReadHandle } from "#db/store";
import { heldPerson } from "#platform/holds";

type OfPerson = { readonly orgId: string; readonly userId: string };

const isDeparture = ({ orgId, userId }: Bound<OfPerson>) =>
	and(eq(departures.orgId, orgId), eq(departures.userId, userId));

const put = write((tx, row: Bound<DepartureRow>) =>
	tx
		.insert(departures)
		.values(row)
		.onConflictDoUpdate({
			target: [departures.orgId, departures.userId],
			set: { emailKey: row.emailKey, leftAtMs: row.leftAtMs, purgeStartedAtMs: null },
		}),
);
const remove = write((tx, key: Bound<OfPerson>) => tx.delete(departures).where(isDeparture(key)));

/** Notes that a membership has ended: after the period of `userData`, what it left is purged. */
export async function noteDeparture(tx: Db, row: Omit<DepartureRow, "purgeStartedAtMs">): Promise<void> {
	await put(tx, { ...row, purgeStartedAtMs: null });
}

/** Forgets that somebody had left, who is a member again. */
export async function forgetDeparture(tx: Db, orgId: string, userId: string): Promise<void> {
	await remove(tx, { orgId, userId });
}

const find = readRow((db, key: Bound<OfPerson>) => db.select().from(departures).where(isDeparture(key)).limit(1));

/** Returns the departure of somebody from an organization that still holds something of theirs; undefined for others. */
export const findDeparture = (db: ReadDb, orgId: string, userId: string): Promise<DepartureRow | undefined> =>
	find(db, { orgId, userId });

/** A place in the order of departures. */
export interface DeparturePlace {
	/** When they left. */
	readonly atMs: number;
	/** Who left. */
	readonly id: string;
}

type Due = DeparturePlace & { readonly orgId: string; readonly cutoffMs: number };
const isDue = ({ orgId, cutoffMs, atMs, id }: Bound<Due>) =>
	and(
		eq(departures.orgId, orgId),
		isNull(departures.purgeStartedAtMs),
		lte(departures.leftAtMs, cutoffMs),
		sql`(${departures.leftAtMs}, ${departures.userId}) > (${atMs}, ${id})`,
	);
const isKept = (orgId: SQLWrapper) => heldPerson(orgId, departures.userId);

const due = readRows((db, { limit, ...place }: Bound<Due & { limit: number }>) =>
	db
		.select({
			id: departures.userId,
			atMs: departures.leftAtMs,
			isHeld: sql<boolean>`${isKept(place.orgId)}`.mapWith(Boolean),
		})
		.from(departures)
		.where(isDue(place))
		.orderBy(asc(departures.leftAtMs), asc(departures.userId))
		.limit(limit),
);

/**
 * Returns up to `limit` people after a place who left an organization by a time, first those who left first, and whether a
 * legal hold keeps what is theirs.
 */
export const listDueDepartures = (db: ReadDb, of: Due & { readonly limit: number }) => due(db, of);

const start = write((tx, { nowMs, ...key }: Bound<OfPerson & { nowMs: number }>) =>
	tx
		.update(departures)
		.set({ purgeStartedAtMs: nowMs })
		.where(and(isDeparture(key), isNull(departures.purgeStartedAtMs))),
);

/** Begins the purge of what somebody who left was known by. */
export async function startDeparturePurge(tx: Db, orgId: string, userId: string, nowMs: number): Promise<void> {
	await start(tx, { orgId, userId, nowMs });
}

type Some = { readonly orgId: string; readonly limit: number };
const purging = readRows((db, { orgId, limit }: Bound<Some>) =>
	db
		.select()
		.from(departures)
		.where(and(eq(departures.orgId, orgId), isNotNull(departures.purgeStartedAtMs)))
		.orderBy(asc(departures.userId))
		.limit(limit),
);

/** Returns up to `limit` departures of an organization whose purge has begun. */
export const listPurgingDepartures = (db: ReadDb, orgId: string, limit: number): Promise<DepartureRow[]> =>
	purging(db, { orgId, limit });

const stillPurging = readRows((tx, { orgId, userIds }: Bound<{ orgId: string; userIds: Each<string> }>) =>
	forShare(
		tx
			.select({ userId: departures.userId })
			.from(departures)
			.where(
				and(eq(departures.orgId, orgId), inArray(departures.userId, userIds), isNotNull(departures.purgeStartedAtMs)),
			),
		departures,
	),
);

/** Returns those of these people whose purge goes on, and who do not join again before the transaction ends. */
export const shareDepartures = async (tx: Db, orgId: string, userIds: readonly string[]): Promise<string[]> =>
	(await stillPurging(tx, { orgId, userIds: each(userIds) })).map(({ userId }) => userId);

const number = (expression: SQLWrapper) => sql<number>`coalesce(${expression}, 0)`.mapWith(Number);
const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
const counted = readRow((db, { orgId, cutoffMs }: Bound<{ orgId: string; cutoffMs: number }>) =>
	db
		.select({
			items: number(sql`count(*)`),
			oldestAtMs: sql<number | null>`min(${departures.leftAtMs})`.mapWith(numberOrNull),
			newestAtMs: sql<number | null>`max(${departures.leftAtMs})`.mapWith(numberOrNull),
			heldItems: number(sql`sum(case when ${isKept(orgId)} then 1 else 0 end)`),
		})
		.from(departures)
		.where(and(eq(departures.orgId, orgId), isNull(departures.purgeStartedAtMs), lte(departures.leftAtMs, cutoffMs))),
);

/** Counts who left an organization by a time, and is still known there. */
export async function countDueDepartures(db: ReadDb, orgId: string, cutoffMs: number) {
	const row = await counted(db, { orgId, cutoffMs });
	return { bytes: 0, items: 0, heldItems: 0, oldestAtMs: null, newestAtMs: null, ...row };
}

const nextLeft = readRow((db, { after }: Bound<{ after: string }>) =>
	db
		.select({ orgId: departures.orgId })
		.from(departures)
		.where(gt(departures.orgId, after))
		.orderBy(departures.orgId)
		.limit(1),
);

/** Returns the first organization after `after`, by their ids, that somebody has left; undefined: there is none. */
export const nextWithDepartures = async (acrossTenants: ReadHandle, after: string): Promise<string | undefined> =>
	(await nextLeft(acrossTenants, { after }))?.orgId;

const insertClosed = write((tx, row: Bound<Omit<ClosedAccountRow, "isErased">>) =>
	tx.insert(closedAccounts).values(row).onConflictDoNothing(),
);

/** Notes that somebody has closed their account. */
export async function noteClosedAccount(tx: Db, row: Omit<ClosedAccountRow, "isErased">): Promise<void> {
	await insertClosed(tx, row);
}

type Closed = { readonly byMs: number; readonly atMs: number; readonly id: string; readonly limit: number };
const listClosed = readRows((db, { byMs, atMs, id, limit }: Bound<Closed>) =>
	db
		.select()
		.from(closedAccounts)
		.where(
			and(
				lte(closedAccounts.closedAtMs, byMs),
				sql`(${closedAccounts.closedAtMs}, ${closedAccounts.userId}) > (${atMs}, ${id})`,
			),
		)
		.orderBy(asc(closedAccounts.closedAtMs), asc(closedAccounts.userId))
		.limit(limit),
);

/** Returns up to `limit` accounts after a place that were closed by a time, the first ones first. */
export const listClosedAccounts = (db: ReadDb, of: Closed): Promise<ClosedAccountRow[]> => listClosed(db, of);

type OfAccount = { readonly userId: string };
const holdAnywhere = readRow((db, { userId }: Bound<OfAccount>) =>
	db
		.select({ id: legalHolds.id })
		.from(legalHolds)
		.where(and(sql`${legalHolds.state} = 'active'`, isNotNull(legalHolds.userId), eq(legalHolds.userId, userId)))
		.limit(1),
);
const heldDeparture = readRow((db, { userId }: Bound<OfAccount>) =>
	db
		.select({ orgId: departures.orgId })
		.from(departures)
		.where(and(eq(departures.userId, userId), heldPerson(departures.orgId, departures.userId)))
		.limit(1),
);

/**
 * Whether a legal hold of any organization is on a person who has left, or on all of one that still holds something of
 * theirs.
 * @param acrossTenants a handle without the tenant guard
 */
export const isPersonHeld = async (acrossTenants: ReadDb, userId: string): Promise<boolean> =>
	(await holdAnywhere(acrossTenants, { userId })) !== undefined ||
	(await heldDeparture(acrossTenants, { userId })) !== undefined;

const anyDeparture = readRow((db, { userId }: Bound<OfAccount>) =>
	db.select({ orgId: departures.orgId }).from(departures).where(eq(departures.userId, userId)).limit(1),
);

/** Whether an organization still holds something of a person who has left it; see {@link isPersonHeld}. */
export const hasDeparture = async (acrossTenants: ReadDb, userId: string): Promise<boolean> =>
	(await anyDeparture(acrossTenants, { userId })) !== undefined;

const anotherOwner = readRow((db, { emailKey, userId }: Bound<OfAccount & { emailKey: string }>) =>
	db
		.select({ id: users.id })
		.from(users)
		.where(and(eq(users.emailKey, emailKey), sql`${users.id} <> ${userId}`))
		.limit(1),
);

/** Whether an address is another account's by now, so that nothing that has it is of the one it was of before. */
export const isAddressTaken = async (db: ReadDb, emailKey: string, userId: string): Promise<boolean> =>
	(await anotherOwner(db, { emailKey, userId })) !== undefined;

const attended = readRow((db, { userId }: Bound<OfAccount>) =>
	db.select({ id: participants.id }).from(participants).where(eq(participants.userId, userId)).limit(1),
);
const invited = readRow((db, { emailKey }: Bound<{ emailKey: string }>) =>
	db.select({ id: participants.id }).from(participants).where(eq(participants.emailKey, emailKey)).limit(1),
);

/** Whether somebody is named among the participants of a meeting, as they stay while a hold preserves it; see {@link isPersonHeld}. */
export const isNamedAnywhere = async (
	acrossTenants: ReadDb,
	{ userId, emailKey }: { readonly userId: string; readonly emailKey: string },
): Promise<boolean> =>
	(await attended(acrossTenants, { userId })) !== undefined ||
	(await invited(acrossTenants, { emailKey })) !== undefined;

const markErased = write((tx, { userIds }: Bound<{ userIds: Each<string> }>) =>
	tx.update(closedAccounts).set({ isErased: true }).where(inArray(closedAccounts.userId, userIds)),
);

/** Notes that accounts are erased, except for the names in meetings that a hold preserves. */
export async function noteErasedAccounts(tx: Db, userIds: readonly string[]): Promise<void> {
	await markErased(tx, { userIds: each(userIds) });
}

/**
 * Deletes up to `limit` departures of a person from one organization or all of them, and returns their number.
 * @param acrossTenants a handle without the tenant guard
 */
export const eraseDepartures = (
	acrossTenants: Db,
	{ userId, orgId }: { readonly userId: string; readonly orgId: string | null },
	limit: number,
): Promise<number> =>
	deletePortion(
		acrossTenants,
		departures,
		[departures.orgId, departures.userId],
		and(eq(departures.userId, userId), orgId === null ? undefined : eq(departures.orgId, orgId)),
		limit,
	);

const removeClosed = write((tx, { userId }: Bound<OfAccount>) =>
	tx.delete(closedAccounts).where(eq(closedAccounts.userId, userId)),
);

/** Forgets that an account was closed: nothing of it is left. Returns whether it was. */
export const forgetClosedAccount = async (tx: Db, userId: string): Promise<boolean> =>
	(await removeClosed(tx, { userId })) === 1;
