import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { artifacts, blobs, meetings } from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, ReadHandle } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import { LOST_KEY } from "#platform/blobs";

/** The keys of objects. Content whose key is lost is lost, and must not be taken for equal content that arrives later. */
export const sealedObjectKeys = sealedColumn(blobs, {
	key: ["orgId", "id"],
	column: "sealedKey",
	place: ["storageKey"],
	whenLost: ({ key: [, id] }) => ({ sealedKey: LOST_KEY, sha256: `lost:${id}` }),
});

type Owner = { readonly orgId: string; readonly ownerType: string; readonly ownerId: string };
type OfMeeting = { readonly orgId: string; readonly meetingId: string };
type OfBlob = { readonly orgId: string; readonly blobId: string };

const artifactRows = tenantRows(artifacts);
const blobRows = tenantRows(blobs);
/** A literal, as in the partial index. */
const isStored = sql`${blobs.state} = 'stored'`;
const isOrphaned = sql`${blobs.state} = 'orphaned'`;

const selectByOwner = (db: ReadDb, { orgId, ownerType, ownerId }: Bound<Owner>) =>
	db
		.select()
		.from(artifacts)
		.where(
			and(
				eq(artifacts.orgId, orgId),
				eq(artifacts.ownerType, ownerType),
				eq(artifacts.ownerId, ownerId),
				isNull(artifacts.deletedAtMs),
			),
		)
		.limit(1);
const findByOwner = readRow(selectByOwner);
const lockByOwner = readRow((db, key: Bound<Owner>) => forUpdate(selectByOwner(db, key)));

const lockByContent = readRow((db, { orgId, sha256 }: Bound<{ orgId: string; sha256: string }>) =>
	forUpdate(
		db
			.select()
			.from(blobs)
			.where(and(eq(blobs.orgId, orgId), eq(blobs.sha256, sha256), isStored))
			.limit(1),
	),
);

const findOfBlob = readRow((db, { orgId, blobId, except }: Bound<OfBlob & { except: string }>) =>
	db
		.select({ id: artifacts.id })
		.from(artifacts)
		.where(
			and(
				eq(artifacts.orgId, orgId),
				eq(artifacts.blobId, blobId),
				isNull(artifacts.deletedAtMs),
				ne(artifacts.id, except),
			),
		)
		.limit(1),
);

const listOfMeeting = readRows((db, { orgId, meetingId, limit }: Bound<OfMeeting & { limit: number }>) =>
	db
		.select({ ownerType: artifacts.ownerType, ownerId: artifacts.ownerId })
		.from(artifacts)
		.where(and(eq(artifacts.orgId, orgId), eq(artifacts.meetingId, meetingId), isNull(artifacts.deletedAtMs)))
		.orderBy(artifacts.id)
		.limit(limit),
);

const startClocks = write((tx, { orgId, meetingId, atMs }: Bound<OfMeeting & { atMs: number }>) =>
	tx
		.update(artifacts)
		.set({ clockStartsAtMs: atMs })
		.where(and(eq(artifacts.orgId, orgId), eq(artifacts.meetingId, meetingId), isNull(artifacts.clockStartsAtMs))),
);

const findMeeting = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ kind: meetings.kind, endedAtMs: meetings.endedAtMs })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.id, meetingId)))
		.limit(1),
);

/** A blob that no entry needs. */
type Orphan = { readonly orgId: string; readonly id: string };
const orphans = readRows((db, { orgId, id, limit }: Bound<Orphan & { limit: number }>) =>
	db
		.select({ orgId: blobs.orgId, id: blobs.id, storageKey: blobs.storageKey })
		.from(blobs)
		.where(and(isOrphaned, sql`(${blobs.orgId}, ${blobs.id}) > (${orgId}, ${id})`))
		.orderBy(blobs.orgId, blobs.id)
		.limit(limit),
);
const removeOrphan = write((tx, { orgId, id }: Bound<Orphan>) =>
	tx.delete(blobs).where(and(eq(blobs.orgId, orgId), eq(blobs.id, id), isOrphaned)),
);

/** Returns up to `limit` blobs of all organizations that no entry needs any more, from the one after `after`. */
export const listOrphans = (store: ReadHandle, after: Orphan & { readonly limit: number }) => orphans(store, after);

/** Deletes the row of such a blob. */
export const deleteOrphan = (tx: Db, { orgId, id }: Orphan): Promise<unknown> => removeOrphan(tx, { orgId, id });

/** Statements on the ledger of one organization, within a transaction. */
export const ledgerOf = (tx: Db, orgId: string) => ({
	insert: artifactRows(tx, orgId).insert,
	tryInsert: artifactRows(tx, orgId).tryInsert,
	update: artifactRows(tx, orgId).update,

	/** Whether an owner has an entry. */
	hasOwner: async (ownerType: string, ownerId: string): Promise<boolean> =>
		(await findByOwner(tx, { orgId, ownerType, ownerId })) !== undefined,

	/** Returns the entry of an owner, locked; undefined when it has none, or it was deleted. */
	lockByOwner: (ownerType: string, ownerId: string) => lockByOwner(tx, { orgId, ownerType, ownerId }),

	/** Returns the owners of up to `limit` entries of a meeting. */
	listOfMeeting: (meetingId: string, limit: number) => listOfMeeting(tx, { orgId, meetingId, limit }),

	/** Whether another entry than `except` needs a blob. */
	isNeeded: async (blobId: string, except: string): Promise<boolean> =>
		(await findOfBlob(tx, { orgId, blobId, except })) !== undefined,

	/** Starts the retention periods of a meeting that do not run yet. */
	startClocks: (meetingId: string, atMs: number) => startClocks(tx, { orgId, meetingId, atMs }),

	/** Returns what the ledger must know of a meeting; undefined when there is none. */
	findMeeting: (meetingId: string) => findMeeting(tx, { orgId, meetingId }),
});

/** Statements on the blobs of one organization, within a transaction. */
export const blobsOf = (tx: Db, orgId: string) => ({
	...blobRows(tx, orgId),

	/** Returns the stored blob with this content, locked; undefined when there is none. */
	lockByContent: (sha256: string) => lockByContent(tx, { orgId, sha256 }),
});

/** Deletes up to `limit` rows of the ledger and of the blobs of an organization, and returns their number. */
export async function eraseTenant(tx: Db, orgId: string, limit: number): Promise<number> {
	const entries = await artifactRows(tx, orgId).removePortion(limit);
	return entries + (entries < limit ? await blobRows(tx, orgId).removePortion(limit - entries) : 0);
}
