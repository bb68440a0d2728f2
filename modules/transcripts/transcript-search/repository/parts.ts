import { and, asc, eq, gt, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { transcriptIndexes, type UnindexedRow, unindexedSegments } from "#db/schema";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb } from "#db/store";

type OfTranscript = { readonly orgId: string; readonly transcriptId: string };

/** When parts are due that are older than the index: after all others. */
export const OLDER_THAN_INDEX = 9_000_000_000_000_000;

const oldestParts = readRows((tx, { take }: Bound<{ take: number }>) =>
	forUpdate(
		tx
			.select()
			.from(unindexedSegments)
			.orderBy(
				asc(unindexedSegments.dueAtMs),
				asc(unindexedSegments.orgId),
				asc(unindexedSegments.transcriptId),
				asc(unindexedSegments.fromMs),
			)
			.limit(take),
		{ skipLocked: true },
	),
);

/** Returns the oldest parts, and locks them; those that another instance works on are left out. */
export const takeOldestParts = (acrossTenants: Db, take: number): Promise<UnindexedRow[]> =>
	oldestParts(acrossTenants, { take });

type OfOrganization = { readonly orgId: string; readonly take: number };
const oldestPartsOf = readRows((tx, { orgId, take }: Bound<OfOrganization>) =>
	forUpdate(
		tx
			.select()
			.from(unindexedSegments)
			.where(eq(unindexedSegments.orgId, orgId))
			.orderBy(
				asc(unindexedSegments.orgId),
				asc(unindexedSegments.dueAtMs),
				asc(unindexedSegments.transcriptId),
				asc(unindexedSegments.fromMs),
			)
			.limit(take),
		{ skipLocked: true },
	),
);

/** Returns the oldest parts of an organization, as {@link takeOldestParts}. */
export const takePartsOf = (acrossTenants: Db, of: OfOrganization): Promise<UnindexedRow[]> =>
	oldestPartsOf(acrossTenants, of);

const organizationAfter = readRow((db, { after }: Bound<{ after: string }>) =>
	db
		.select({ orgId: unindexedSegments.orgId })
		.from(unindexedSegments)
		.where(gt(unindexedSegments.orgId, after))
		.orderBy(
			asc(unindexedSegments.orgId),
			asc(unindexedSegments.dueAtMs),
			asc(unindexedSegments.transcriptId),
			asc(unindexedSegments.fromMs),
		)
		.limit(1),
);

/** Returns the organization next to `after`, in the order of their ids, with a part that is not indexed. */
export const findOrganizationAfter = async (acrossTenants: ReadDb, after: string): Promise<string | undefined> =>
	(await organizationAfter(acrossTenants, { after }))?.orgId;

const anyPart = readRow((db, _values: Bound<Record<never, never>>) =>
	db.select({ dueAtMs: unindexedSegments.dueAtMs }).from(unindexedSegments).limit(1),
);
const anyRemoved = readRow((db, _values: Bound<Record<never, never>>) =>
	db
		.select({ number: transcriptIndexes.number })
		.from(transcriptIndexes)
		.where(sql`${transcriptIndexes.removed}`)
		.limit(1),
);

/** Whether there is something to be indexed or removed. */
export const hasWork = async (acrossTenants: ReadDb): Promise<boolean> =>
	(await anyPart(acrossTenants, {})) !== undefined || (await anyRemoved(acrossTenants, {})) !== undefined;

const countedParts = readRow((db, { limit }: Bound<{ limit: number }>) => {
	const some = db
		.select({ one: sql`1`.as("one") })
		.from(unindexedSegments)
		.limit(limit)
		.as("some");
	return db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some);
});

/** Returns the number of parts that are not indexed, at most `limit`. */
export const countParts = async (acrossTenants: ReadDb, limit: number): Promise<number> =>
	(await countedParts(acrossTenants, { limit }))?.count ?? 0;

const deletePart = write((tx, { orgId, transcriptId, fromMs }: Bound<OfTranscript & { fromMs: number }>) =>
	tx
		.delete(unindexedSegments)
		.where(
			and(
				eq(unindexedSegments.orgId, orgId),
				eq(unindexedSegments.transcriptId, transcriptId),
				eq(unindexedSegments.fromMs, fromMs),
			),
		),
);

/** Deletes a part that is indexed. */
export const removePart = async (tx: Db, { orgId, transcriptId, fromMs }: UnindexedRow): Promise<void> =>
	void (await deletePart(tx, { orgId, transcriptId, fromMs }));
