import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { dialect } from "#db/dialect";
import { forUpdate, forUpdateUnder } from "#db/dsl";
import { keyset, type SliceValues, sliceValues } from "#db/keyset";
import { type FollowerRow, followers, organizationLedgers, organizations } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";
import type { Slice } from "#kernel/list";
import type { FollowerState, NewFollower } from "./ports.ts";

/** Longest time by which the clocks of two instances differ, in ms; a lease that lasts longer is of one that was wrong. */
const CLOCK_SKEW_MS = 15 * 60_000;

type Key = { readonly orgId: string; readonly id: string };
const isRow = ({ orgId, id }: Bound<Key>) => and(eq(followers.orgId, orgId), eq(followers.id, id));

const insert = write((tx, row: Bound<FollowerRow>) => tx.insert(followers).values(row));
const select = (db: ReadDb, key: Bound<Key>) => db.select().from(followers).where(isRow(key)).limit(1);
const find = readRow(select);
const lock = readRow((db, key: Bound<Key>) => forUpdate(select(db, key)));
const listByIds = readRows((db, { orgId, ids }: Bound<{ orgId: string; ids: Each<string> }>) =>
	db
		.select()
		.from(followers)
		.where(and(eq(followers.orgId, orgId), inArray(followers.id, ids))),
);
const update = write((tx, { orgId, id, ...state }: Bound<Key & FollowerState>) =>
	tx.update(followers).set(state).where(isRow({ orgId, id })),
);
const remove = write((tx, key: Bound<Key>) => tx.delete(followers).where(isRow(key)));

type Held = Key & { readonly token: string };
const settle = write((tx, { orgId, id, token, ...state }: Bound<Held & FollowerState>) =>
	tx
		.update(followers)
		.set(state)
		.where(and(isRow({ orgId, id }), eq(followers.leaseToken, token))),
);
/** The organization first, like every change of a follower: a row that a run adds refers to it. */
const lockHeld = readRow((db, { orgId, id, token }: Bound<Held>) =>
	forUpdateUnder(
		db
			.select(getTableColumns(followers))
			.from(followers)
			.crossJoin(organizations)
			.where(and(isRow({ orgId, id }), eq(followers.leaseToken, token), eq(organizations.id, followers.orgId)))
			.limit(1),
		organizations,
		followers,
	),
);

type Claim = Held & { readonly nowMs: number; readonly untilMs: number; readonly skewedMs: number };
/** A SQLite file has one server: whoever else had a lease has ended. */
const isFree = ({ token, nowMs, skewedMs }: Bound<Omit<Claim, keyof Key | "untilMs">>): SQL | undefined =>
	dialect === "sqlite"
		? undefined
		: or(
				isNull(followers.leaseToken),
				eq(followers.leaseToken, token),
				lte(followers.leasedUntilMs, nowMs),
				gt(followers.leasedUntilMs, skewedMs),
			);
const claim = write((tx, { orgId, id, token, nowMs, untilMs, skewedMs }: Bound<Claim>) =>
	tx
		.update(followers)
		.set({ leaseToken: token, leasedUntilMs: untilMs })
		.where(and(isRow({ orgId, id }), isFree({ token, nowMs, skewedMs }))),
);

/** A follower, and the ends of both logs of its organization. */
export interface FollowedRow extends FollowerRow {
	readonly eventSequence: number;
	readonly auditSequence: number;
}

const followed = {
	orgId: followers.orgId,
	id: followers.id,
	kind: followers.kind,
	position: followers.position,
	isActive: followers.isActive,
	isParked: followers.isParked,
	failures: followers.failures,
	failingSinceMs: followers.failingSinceMs,
	dueAtMs: followers.dueAtMs,
	leaseToken: followers.leaseToken,
	leasedUntilMs: followers.leasedUntilMs,
	eventSequence: organizationLedgers.eventSequence,
	auditSequence: organizationLedgers.auditSequence,
};
const isOfLedger = eq(organizationLedgers.orgId, followers.orgId);
const listByOrganizations = readRows((db, { orgIds }: Bound<{ orgIds: Each<string> }>) =>
	db
		.select(followed)
		.from(followers)
		.crossJoin(organizationLedgers)
		.where(and(inArray(followers.orgId, orgIds), isOfLedger)),
);
const inOrder = keyset("asc", { orgId: followers.orgId, id: followers.id });
const listSlice = readRows((db, { after, take }: Bound<SliceValues>) =>
	db
		.select(followed)
		.from(followers)
		.crossJoin(organizationLedgers)
		.where(and(isOfLedger, inOrder.after(after)))
		.orderBy(...inOrder.by)
		.limit(take),
);
const listDue = readRows((db, { nowMs, take }: Bound<{ nowMs: number; take: number }>) =>
	db
		.select()
		.from(followers)
		.where(and(isNotNull(followers.dueAtMs), lte(followers.dueAtMs, nowMs)))
		.orderBy(asc(followers.dueAtMs))
		.limit(take),
);
const ledger = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db
		.select({ events: organizationLedgers.eventSequence, audit: organizationLedgers.auditSequence })
		.from(organizationLedgers)
		.where(eq(organizationLedgers.orgId, orgId))
		.limit(1),
);
const release = write((tx, { orgId, id, token }: Bound<Held>) =>
	tx
		.update(followers)
		.set({ leaseToken: sql`null`, leasedUntilMs: sql`null` })
		.where(and(isRow({ orgId, id }), eq(followers.leaseToken, token))),
);

/** Statements on followers. Those that look for work read the rows of all organizations. */
export const followersRepository = {
	/** Inserts a new follower, for whom nobody works yet. */
	insert: (tx: Db, follower: NewFollower): Promise<number> =>
		insert(tx, {
			...follower,
			isActive: true,
			isParked: false,
			failures: 0,
			failingSinceMs: null,
			dueAtMs: null,
			leaseToken: null,
			leasedUntilMs: null,
		}),
	/** Returns a follower; undefined when there is none. */
	find: (db: ReadDb, orgId: string, id: string) => find(db, { orgId, id }),
	/** Returns a follower, locked until the transaction ends; undefined when there is none. */
	lock: (tx: Db, orgId: string, id: string) => lock(tx, { orgId, id }),
	/** Returns the followers of an organization with these ids. */
	list: (db: ReadDb, orgId: string, ids: readonly string[]) => listByIds(db, { orgId, ids: each(ids) }),
	/** Changes a follower, whoever works for it. */
	update: (tx: Db, orgId: string, id: string, state: FollowerState) => update(tx, { ...state, orgId, id }),
	/** Deletes a follower. */
	remove: (tx: Db, orgId: string, id: string) => remove(tx, { orgId, id }),

	/** Claims a follower, or renews the claim; returns false when another instance has it, or it is gone. */
	async claim(db: Db, held: Held, nowMs: number, untilMs: number): Promise<boolean> {
		const skewedMs = untilMs + CLOCK_SKEW_MS;
		return (await claim(db, { ...held, nowMs, untilMs, skewedMs })) === 1;
	},
	/** Gives a follower back to whoever claims it next, unless somebody has already. */
	release: (db: Db, held: Held) => release(db, held),
	/** Changes a follower that was claimed; returns false when the claim is gone. */
	settle: async (tx: Db, held: Held, state: FollowerState): Promise<boolean> =>
		(await settle(tx, { ...state, ...held })) === 1,
	/** Returns a follower that was claimed, locked until the transaction ends; undefined when the claim is gone. */
	lockHeld: (tx: Db, held: Held) => lockHeld(tx, held),

	/** Returns the followers of these organizations. */
	listByOrganizations: (acrossTenants: ReadDb, orgIds: readonly string[]): Promise<FollowedRow[]> =>
		listByOrganizations(acrossTenants, { orgIds: each(orgIds) }),
	/** Returns a slice of the followers of all organizations. */
	listSlice: (acrossTenants: ReadDb, slice: Slice): Promise<FollowedRow[]> =>
		listSlice(acrossTenants, sliceValues(slice)),
	/** Returns up to `take` followers for whom something is due, the longest due first. */
	listDue: (acrossTenants: ReadDb, nowMs: number, take: number): Promise<FollowerRow[]> =>
		listDue(acrossTenants, { nowMs, take }),
	/** Returns the last sequences of both logs of an organization. */
	async heads(tx: ReadDb, orgId: string): Promise<{ readonly events: number; readonly audit: number }> {
		return (await ledger(tx, { orgId })) ?? { events: 0, audit: 0 };
	},
};
