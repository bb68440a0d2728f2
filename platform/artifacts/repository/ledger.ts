import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { forUpdate } from "#db/dsl";
import { deletePortion } from "#db/portions";
import {
	type ArtifactClass,
	type ArtifactOwnerType,
	artifacts,
	blobs,
	CLASS_OF_OWNER,
	type MeetingRow,
	meetings,
} from "#db/schema";
import { sealedColumn } from "#db/sealed-column";
import { type Bound, readRow, readRows, write } from "#db/statement";
import type { Db, ReadDb, ReadHandle } from "#db/store";
import { tenantRows } from "#db/tenant-rows";
import { LOST_KEY } from "#platform/blobs";

/** The keys of objects. Content whose key is lost is lost, and must not be taken for equal content that arrives later. */
export const sealedObjectKeys = sealedColumn(blobs, "sealedKey", {
	place: ["storageKey"],
	whenLost: ({ key: [, id] }) => ({ sealedKey: LOST_KEY, sha256: `lost:${id}` }),
});

type Owner = { readonly orgId: string; readonly ownerType: ArtifactOwnerType; readonly ownerId: string };
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

/** Text literals, so that the statements below have one form on both engines. */
const literal = (value: string): SQL => sql.raw(`'${value}'`);
const ownersOf = (dataClass: ArtifactClass): SQL => {
	const owners = Object.entries(CLASS_OF_OWNER).filter(([, own]) => own === dataClass);
	return sql.join(
		owners.map(([ownerType]) => literal(ownerType)),
		sql`, `,
	);
};

/** The class that an entry has by itself: the statement of `CLASS_OF_OWNER`. */
const ownClass = sql`case when ${artifacts.ownerType} in (${ownersOf("recordings")}) then 'recordings' when ${artifacts.ownerType} in (${ownersOf("chatLogs")}) then 'chatLogs' else 'transcripts' end`;
const { createdAtMs } = artifacts;
type Followed = OfMeeting & { readonly endedAtMs: number | undefined };

/**
 * Creates the statement of `clockOf` and `classOf` (`clocks.ts`) for all entries of a meeting. Those that are being purged
 * stay as they are.
 */
const createFollow = ({ isExam, isLive }: { readonly isExam: boolean; readonly isLive: boolean }) =>
	write((tx, { orgId, meetingId, endedAtMs }: Bound<Followed>) => {
		const ended = isLive ? sql`null` : sql`${endedAtMs ?? createdAtMs}`;
		const later = sql`case when ${createdAtMs} > ${endedAtMs} then ${createdAtMs} else ${endedAtMs} end`;
		const recorded = isLive || endedAtMs === undefined ? ended : later;
		const sent = sql`case when ${artifacts.class} = 'chatLogs' then ${artifacts.clockStartsAtMs} else ${createdAtMs} end`;
		const clock = sql`case ${ownClass} when 'chatLogs' then ${sent} when 'recordings' then ${recorded} else ${ended} end`;
		return tx
			.update(artifacts)
			.set({
				class: isExam ? "examData" : (ownClass as SQL<ArtifactClass>),
				clockStartsAtMs: isExam ? ended : clock,
			})
			.where(
				and(
					eq(artifacts.orgId, orgId),
					eq(artifacts.meetingId, meetingId),
					isNull(artifacts.deletedAtMs),
					isNull(artifacts.purgeStartedAtMs),
				),
			);
	});
const follow = {
	exam: { live: createFollow({ isExam: true, isLive: true }), over: createFollow({ isExam: true, isLive: false }) },
	other: { live: createFollow({ isExam: false, isLive: true }), over: createFollow({ isExam: false, isLive: false }) },
};

const findMeeting = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ kind: meetings.kind, state: meetings.state, endedAtMs: meetings.endedAtMs })
		.from(meetings)
		.where(and(eq(meetings.orgId, orgId), eq(meetings.id, meetingId)))
		.limit(1),
);

const findPurging = readRow((db, { orgId, meetingId }: Bound<OfMeeting>) =>
	db
		.select({ id: artifacts.id })
		.from(artifacts)
		.where(
			and(
				eq(artifacts.orgId, orgId),
				eq(artifacts.meetingId, meetingId),
				isNull(artifacts.deletedAtMs),
				isNotNull(artifacts.purgeStartedAtMs),
			),
		)
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
	find: artifactRows(tx, orgId).find,
	lock: artifactRows(tx, orgId).lock,
	insert: artifactRows(tx, orgId).insert,
	tryInsert: artifactRows(tx, orgId).tryInsert,
	update: artifactRows(tx, orgId).update,

	/** Whether an owner has an entry. */
	hasOwner: async (ownerType: ArtifactOwnerType, ownerId: string): Promise<boolean> =>
		(await findByOwner(tx, { orgId, ownerType, ownerId })) !== undefined,

	/** Returns the entry of an owner, locked; undefined when it has none, or it was deleted. */
	lockByOwner: (ownerType: ArtifactOwnerType, ownerId: string) => lockByOwner(tx, { orgId, ownerType, ownerId }),

	/** Returns the owners of up to `limit` entries of a meeting. */
	listOfMeeting: (meetingId: string, limit: number) => listOfMeeting(tx, { orgId, meetingId, limit }),

	/** Whether another entry than `except` needs a blob. */
	isNeeded: async (blobId: string, except: string): Promise<boolean> =>
		(await findOfBlob(tx, { orgId, blobId, except })) !== undefined,

	/** Brings the classes and clocks of the entries of a meeting up to date. */
	async follow({ id, kind, state, endedAtMs }: Pick<MeetingRow, "id" | "kind" | "state" | "endedAtMs">): Promise<void> {
		const bring = follow[kind === "exam" ? "exam" : "other"][state === "live" ? "live" : "over"];
		await bring(tx, { orgId, meetingId: id, endedAtMs: endedAtMs ?? undefined });
	},

	/** Whether something of a meeting is being purged. */
	isPurging: async (meetingId: string): Promise<boolean> => (await findPurging(tx, { orgId, meetingId })) !== undefined,

	/** Returns what the ledger must know of a meeting; undefined when there is none. */
	findMeeting: (meetingId: string) => findMeeting(tx, { orgId, meetingId }),
});

/** Statements on the blobs of one organization, within a transaction. */
export const blobsOf = (tx: Db, orgId: string) => ({
	...blobRows(tx, orgId),

	/** Returns the stored blob with this content, locked; undefined when there is none. */
	lockByContent: (sha256: string) => lockByContent(tx, { orgId, sha256 }),
});

/** Deletes up to `limit` blobs of an organization, and returns their number. */
export const deleteBlobs = (tx: Db, orgId: string, limit: number): Promise<number> =>
	deletePortion(tx, blobs, blobs.id, eq(blobs.orgId, orgId), limit);
