import type { Store } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import { apiKeysOf } from "./repository.ts";

/** Resolution of the recorded times. */
const RESOLUTION_MS = MINUTE_MS;

/** A key whose use is recorded; `lastUsedAtMs` is the last recorded time, null: none. */
export interface TrackedKey {
	readonly orgId: string;
	readonly id: string;
	lastUsedAtMs: number | null;
}

/**
 * Creates the recorder of the last use of keys, to the minute and off the request path: unwritten times are lost in a
 * crash.
 */
export function createUsageRecorder(store: Store) {
	const unwritten = new Map<string, { readonly orgId: string; readonly atMs: number }>();

	return {
		/** Records that a key is used at `nowMs`. */
		record(key: TrackedKey, nowMs: number): void {
			const atMs = nowMs - (nowMs % RESOLUTION_MS);
			if (key.lastUsedAtMs !== null && key.lastUsedAtMs >= atMs) return;
			key.lastUsedAtMs = atMs;
			unwritten.set(key.id, { orgId: key.orgId, atMs });
		},

		/** Writes the recorded times in one transaction; after a failure they are kept for the next call. */
		async flush(): Promise<void> {
			// Sorted, so that two instances that write the same keys cannot deadlock.
			const uses = [...unwritten].sort(([a], [b]) => (a < b ? -1 : 1));
			if (uses.length === 0) return;
			await store.writing("api_key.note_use").tx(async (tx) => {
				for (const [id, { orgId, atMs }] of uses) await apiKeysOf(tx, orgId).recordUse(id, atMs);
			});
			for (const [id, use] of uses) if (unwritten.get(id) === use) unwritten.delete(id);
		},
	};
}
