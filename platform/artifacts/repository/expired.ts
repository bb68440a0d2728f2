import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { type ArtifactClass, artifacts, blobs } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, ReadHandle } from "#db/store";
import { nextTurn } from "#kernel/slices";
import { hasActiveHolds, heldMeeting } from "#platform/holds";

/** Content of a class whose retention period is over. */
export interface ExpiredContent {
	/** Number of entries of the ledger. */
	readonly items: number;
	readonly bytes: number;
	/** When the period of the oldest began, Unix ms; null: there is none. */
	readonly oldestAtMs: number | null;
	readonly newestAtMs: number | null;
	/** How many of them a legal hold keeps. */
	readonly heldItems: number;
}

const NOTHING: ExpiredContent = { items: 0, bytes: 0, oldestAtMs: null, newestAtMs: null, heldItems: 0 };

/** Entries counted by one statement: half a ms, in which SQLite lets nobody else read. */
const CHUNK = 4_000;

type OfClass = { readonly orgId: string; readonly dataClass: ArtifactClass; readonly cutoffMs: number };
/** A place in the order of clocks. */
export interface ExpiryPosition {
	readonly atMs: number;
	readonly id: string;
}
/** The place before all others. */
export const FIRST_POSITION: ExpiryPosition = { atMs: Number.MIN_SAFE_INTEGER, id: "" };
type Chunk = OfClass & ExpiryPosition;
type Ended = Chunk & { readonly endId: string | undefined };

const { clockStartsAtMs, id } = artifacts;
const isExpired = ({ orgId, dataClass, cutoffMs, atMs, id: after }: Bound<Chunk>): SQL | undefined =>
	and(
		eq(artifacts.orgId, orgId),
		eq(artifacts.class, dataClass),
		isNull(artifacts.deletedAtMs),
		isNull(artifacts.purgeStartedAtMs),
		lte(clockStartsAtMs, cutoffMs),
		sql`(${clockStartsAtMs}, ${id}) > (${atMs}, ${after})`,
	);

const endOfChunk = readRow((db, chunk: Bound<Chunk>) =>
	db
		.select({ atMs: clockStartsAtMs, id })
		.from(artifacts)
		.where(isExpired(chunk))
		.orderBy(clockStartsAtMs, id)
		.limit(1)
		.offset(CHUNK - 1),
);

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
const number = (expression: SQL) => sql<number>`coalesce(${expression}, 0)`.mapWith(Number);

const createCount = (isHeld: (orgId: Bound<Ended>["orgId"]) => SQL) =>
	readRow((db, { endId, ...chunk }: Bound<Ended>) =>
		db
			.select({
				items: number(sql`count(*)`),
				bytes: number(sql`sum(${artifacts.sizeBytes})`),
				oldestAtMs: sql<number | null>`min(${clockStartsAtMs})`.mapWith(numberOrNull),
				newestAtMs: sql<number | null>`max(${clockStartsAtMs})`.mapWith(numberOrNull),
				heldItems: number(sql`sum(case when ${isHeld(chunk.orgId)} then 1 else 0 end)`),
			})
			.from(artifacts)
			// Its end is that of the range, which the index finds; those that began at the same time are told by their ids.
			.where(and(isExpired(chunk), endId && or(lt(clockStartsAtMs, chunk.cutoffMs), lte(id, endId)))),
	);
const countFree = createCount(() => sql`1 = 0`);
const countHeld = createCount((orgId) => heldMeeting(orgId, artifacts.meetingId));

/**
 * Counts content of a class whose retention period is over, in statements so short that nobody waits for them.
 * @param cutoffMs in Unix ms: what began then or earlier has expired
 */
export async function countExpired(
	db: ReadDb,
	orgId: string,
	dataClass: ArtifactClass,
	cutoffMs: number,
): Promise<ExpiredContent> {
	const countChunk = (await hasActiveHolds(db, orgId)) ? countHeld : countFree;
	let total = NOTHING;
	for (let after = FIRST_POSITION; ; ) {
		const chunk = { orgId, dataClass, cutoffMs, ...after };
		const end = await endOfChunk(db, chunk);
		const counted = await countChunk(db, { ...chunk, cutoffMs: end?.atMs ?? cutoffMs, endId: end?.id });
		if (counted !== undefined && counted.items > 0) total = sumOf(total, counted);
		if (end === undefined || end.atMs === null) return total;
		after = { atMs: end.atMs, id: end.id };
		// Others read in between.
		await nextTurn(orgId);
	}
}

const sumOf = (a: ExpiredContent, b: ExpiredContent): ExpiredContent => ({
	items: a.items + b.items,
	bytes: a.bytes + b.bytes,
	oldestAtMs: a.oldestAtMs ?? b.oldestAtMs,
	newestAtMs: b.newestAtMs,
	heldItems: a.heldItems + b.heldItems,
});

const expired = readRows((db, { limit, ...chunk }: Bound<Chunk & { limit: number }>) =>
	db
		.select({
			id,
			atMs: clockStartsAtMs,
			isHeld: sql<boolean>`${heldMeeting(chunk.orgId, artifacts.meetingId)}`.mapWith(Boolean),
		})
		.from(artifacts)
		.where(isExpired(chunk))
		.orderBy(clockStartsAtMs, id)
		.limit(limit),
);

/**
 * Returns up to `limit` entries of a class whose retention period is over, and whose purge has not begun, those that
 * began first in front.
 */
export const listExpired = (db: ReadDb, chunk: OfClass & ExpiryPosition & { readonly limit: number }) =>
	expired(db, chunk);

const purging = readRows((db, { orgId, limit }: Bound<{ orgId: string; limit: number }>) =>
	db
		.select()
		.from(artifacts)
		.where(and(eq(artifacts.orgId, orgId), isNotNull(artifacts.purgeStartedAtMs), isNull(artifacts.deletedAtMs)))
		.orderBy(asc(id))
		.limit(limit),
);

/** Returns up to `limit` entries of an organization whose purge has begun. */
export const listPurging = (db: ReadDb, orgId: string, limit: number) => purging(db, { orgId, limit });

type OfBlob = { readonly orgId: string; readonly blobId: string; readonly runId: string };
const assign = write((tx, { orgId, blobId, runId }: Bound<OfBlob>) =>
	tx
		.update(blobs)
		.set({ purgeRunId: runId })
		.where(and(eq(blobs.orgId, orgId), eq(blobs.id, blobId), sql`${blobs.state} = 'orphaned'`)),
);
const assigned = readRow((db, { orgId, runId }: Bound<{ orgId: string; runId: string }>) =>
	db
		.select({ count: number(sql`count(*)`), bytes: number(sql`sum(${blobs.sizeBytes})`) })
		.from(blobs)
		.where(and(eq(blobs.orgId, orgId), eq(blobs.purgeRunId, runId))),
);

const adopt = write((tx, { orgId, runId }: Bound<{ orgId: string; runId: string }>) =>
	tx
		.update(blobs)
		.set({ purgeRunId: runId })
		.where(and(eq(blobs.orgId, orgId), isNotNull(blobs.purgeRunId))),
);

/** Assigns all blobs of earlier runs, whose objects are still there, to this one. */
export async function adoptOrphans(tx: Db, orgId: string, runId: string): Promise<void> {
	await adopt(tx, { orgId, runId });
}

/** Assigns a blob to the run of the purge that took the last content from it; returns whether it did. */
export const assignOrphan = async (tx: Db, of: OfBlob): Promise<boolean> => (await assign(tx, of)) === 1;

/** Returns the number and size of the blobs of a run whose objects are still there. */
export const countAssigned = async (db: ReadDb, orgId: string, runId: string) =>
	(await assigned(db, { orgId, runId })) ?? { count: 0, bytes: 0 };

const nextOwner = readRow((db, { after }: Bound<{ after: string }>) =>
	db
		.select({ orgId: artifacts.orgId })
		.from(artifacts)
		.where(and(gt(artifacts.orgId, after), isNull(artifacts.deletedAtMs), isNull(artifacts.purgeStartedAtMs)))
		.orderBy(artifacts.orgId)
		.limit(1),
);

/** Returns the first organization after `after`, by their ids, that has content; undefined: there is none. */
export const nextWithContent = async (store: ReadHandle, after: string): Promise<string | undefined> =>
	(await nextOwner(store, { after }))?.orgId;
