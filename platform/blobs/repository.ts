import { and, eq, inArray, sql } from "drizzle-orm";
import { blobs, organizations } from "#db/schema";
import { type Bound, type Each, each, readRow, readRows } from "#db/statement";
import type { ReadHandle } from "#db/store";
import type { ObjectName } from "./objects.ts";

const listKnown = readRows((db, { orgId, keys }: Bound<{ orgId: string; keys: Each<string> }>) =>
	db
		.select({ storageKey: blobs.storageKey })
		.from(blobs)
		.where(and(eq(blobs.orgId, orgId), inArray(blobs.storageKey, keys))),
);

const findByKey = readRow((db, { orgId, storageKey }: Bound<{ orgId: string; storageKey: string }>) =>
	db
		.select({ id: blobs.id })
		.from(blobs)
		.where(and(eq(blobs.orgId, orgId), eq(blobs.storageKey, storageKey)))
		.limit(1),
);

const find = readRow((db, { orgId, blobId }: Bound<{ orgId: string; blobId: string }>) =>
	db
		.select()
		.from(blobs)
		.where(and(eq(blobs.orgId, orgId), eq(blobs.id, blobId)))
		.limit(1),
);

const findTenant = readRow((db, { orgId }: Bound<{ orgId: string }>) =>
	db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, orgId)).limit(1),
);

interface BlobKey {
	readonly orgId: string;
	readonly id: string;
}
const listStored = readRows((db, { orgId, id, limit }: Bound<BlobKey & { limit: number }>) =>
	db
		.select()
		.from(blobs)
		.where(and(sql`${blobs.state} = 'stored'`, sql`(${blobs.orgId}, ${blobs.id}) > (${orgId}, ${id})`))
		.orderBy(blobs.orgId, blobs.id)
		.limit(limit),
);

/** What the ledger knows of the objects of the store; `platform/artifacts` writes it. */
export const blobsRepository = {
	/** Returns the row of a blob; undefined when there is none. */
	find: (store: ReadHandle, orgId: string, blobId: string) => find(store, { orgId, blobId }),

	/** Whether an object has a row. */
	isKnown: async (store: ReadHandle, name: ObjectName): Promise<boolean> =>
		(await findByKey(store, { orgId: name.orgId, storageKey: name.storageKey })) !== undefined,

	/** Whether there is such an organization, or was: a purged one is known for ever. */
	isTenant: async (store: ReadHandle, orgId: string): Promise<boolean> =>
		(await findTenant(store, { orgId })) !== undefined,

	/** Returns up to `limit` stored blobs of all organizations, from the one after `after`. */
	list: (acrossTenants: ReadHandle, after: BlobKey, limit: number) => listStored(acrossTenants, { ...after, limit }),

	/** Returns those of the keys that have a row. */
	async known(store: ReadHandle, orgId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
		const rows = await listKnown(store, { orgId, keys: each(keys) });
		return new Set(rows.map(({ storageKey }) => storageKey));
	},
};
