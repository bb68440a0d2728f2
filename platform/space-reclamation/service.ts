import { tryReclaim } from "#db/reclaim";
import type { Db, Store } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import { deleteOrphansNow, hasOrphans } from "#platform/artifacts";
import type { Jobs } from "#platform/jobs";
import type { Remains } from "./ports.ts";

/** Queue that vacuums the tables of Postgres after content was removed. */
const RECLAIM = "retention.reclaim";

export interface SpaceReclamationDeps {
	readonly store: Store;
	readonly jobs: Jobs;
	readonly remains: Remains;
}

export type SpaceReclamation = ReturnType<typeof createSpaceReclamation>;

/** Returns how long to wait before files are looked at again, in ms. @param waits how often it was waited before */
export const reclaimDelayMs = (waits: number): number => Math.min(MINUTE_MS, 500 * 2 ** Math.min(waits, 10));

/**
 * Creates what receipts wait for: content that was removed from every table is gone only when its objects, the search
 * index and the log of the database have nothing of it either (decision 088).
 */
export function createSpaceReclamation({ store, jobs, remains }: SpaceReclamationDeps) {
	jobs.handle(RECLAIM, () => store.reclaim(), { concurrency: 1, leaseMs: 10 * MINUTE_MS });

	return {
		/**
		 * Whether files may still have something that was removed before; empties the log of SQLite once nothing else has.
		 * @param orgId whose content; null: of several organizations, without objects
		 * @param sinceMs when the last of it was removed, in Unix ms
		 * @throws StoreFailedError
		 */
		async isPending(orgId: string | null, sinceMs: number): Promise<boolean> {
			if (orgId !== null && (await hasOrphans(store, orgId))) {
				await deleteOrphansNow(store, jobs);
				return true;
			}
			if ((await remains(orgId ?? "", sinceMs)) !== null) return true;
			return store.dialect === "sqlite" && !(await tryReclaim(store));
		},

		/** To be called in the transaction that reports that content is gone: Postgres vacuums its tables afterwards. */
		async scheduleVacuum(tx: Db): Promise<void> {
			if (store.dialect === "postgres") await jobs.enqueue(tx, { queue: RECLAIM, orgId: null, uniqueKey: "next" });
		},
	};
}
