import type { Db, Store } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import type { Logger } from "#kernel/logger";
import type { ObjectStore } from "#platform/blobs";
import { type Job, type Jobs, UNLIMITED_ATTEMPTS } from "#platform/jobs";
import { deleteBlobs, deleteOrphan, listOrphans } from "./repository/ledger.ts";

/** Queue of the deletion of objects that no entry needs any longer. */
export const DELETE_OBJECTS = "blobs.delete";
/** Queue of the deletion of all that a purged organization had. */
const ERASE_OBJECTS = "blobs.erase";
/** Objects deleted between two looks at the signal. */
const PAGE = 100;

export interface DeletionDeps {
	readonly store: Store;
	readonly objects: ObjectStore;
	readonly jobs: Jobs;
	readonly log: Logger;
}

/** Whether objects of an organization are still to be deleted. */
export async function hasOrphans({ acrossTenants }: Store, orgId: string): Promise<boolean> {
	const [first] = await listOrphans(acrossTenants, { orgId, id: "", limit: 1 });
	return first?.orgId === orgId;
}

/** Has the objects that are to be deleted looked for at once. */
export async function deleteOrphansNow(store: Store, jobs: Jobs): Promise<void> {
	const job = { queue: DELETE_OBJECTS, orgId: null, uniqueKey: "purged" };
	await store.writing("blob.delete").tx((tx) => jobs.enqueue(tx, job));
	jobs.wake(DELETE_OBJECTS);
}

/** Creates the deletion of objects, which follows the transaction that made them superfluous. */
export function createDeletion({ store, objects, jobs, log }: DeletionDeps) {
	/** Deletes what is orphaned: the object first, since only its row knows of it. */
	async function deleteOrphans(signal: AbortSignal): Promise<void> {
		for (let after = { orgId: "", id: "" }; ; ) {
			const rows = await listOrphans(store.acrossTenants, { ...after, limit: PAGE });
			for (const row of rows) {
				signal.throwIfAborted();
				try {
					await objects.remove(row);
					await store.writing("blob.delete").tx((tx) => deleteOrphan(tx, row));
				} catch (error) {
					log.warn("a blob could not be deleted", { orgId: row.orgId, name: row.id, error });
				}
			}
			const last = rows.at(-1);
			if (last === undefined || rows.length < PAGE) return;
			after = last;
		}
	}

	jobs.every(DELETE_OBJECTS, MINUTE_MS, ({ signal }) => deleteOrphans(signal));
	jobs.handle(ERASE_OBJECTS, ({ payload }: Job) => objects.removeTenant(String(payload.orgId)), { concurrency: 1 });

	return {
		/** Deletes blobs of a purged organization; a job removes everything it has in the store, drafts included. */
		async eraseBlobs(tx: Db, orgId: string, limit: number): Promise<number> {
			const erased = await deleteBlobs(tx, orgId, limit);
			// With the last portion: once for a purge, however large.
			const job = { queue: ERASE_OBJECTS, orgId: null, payload: { orgId }, uniqueKey: orgId };
			if (erased < limit) await jobs.enqueue(tx, { ...job, maxAttempts: UNLIMITED_ATTEMPTS });
			return erased;
		},
	};
}
