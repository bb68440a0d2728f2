import type { Store } from "#db/store";
import { MINUTE_MS } from "#kernel/clock";
import { apiKeysOf } from "./repository.ts";

/** Uses are told apart to the minute. */
const RESOLUTION_MS = MINUTE_MS;

/** A key as its users know it; `lastUsedAtMs` is what was noted last. */
export interface TrackedKey {
	readonly orgId: string;
	readonly id: string;
	lastUsedAtMs: number | null;
}

/** Notes when keys are used, to the minute and off the requests' path: what was not written when the process dies is lost. */
export function createUsageRecorder(store: Store) {
	const unwritten = new Map<string, { readonly orgId: string; readonly atMs: number }>();

	return {
		/** A key is being used, at `nowMs`. */
		note(key: TrackedKey, nowMs: number): void {
			const atMs = nowMs - (nowMs % RESOLUTION_MS);
			if (key.lastUsedAtMs !== null && key.lastUsedAtMs >= atMs) return;
			key.lastUsedAtMs = atMs;
			unwritten.set(key.id, { orgId: key.orgId, atMs });
		},

		/** Writes what was noted, in one transaction; after a failure it is still there for the next time. */
		async flush(): Promise<void> {
			// In one order everywhere: two instances that note the same keys must not wait for each other.
			const uses = [...unwritten].sort(([a], [b]) => (a < b ? -1 : 1));
			if (uses.length === 0) return;
			await store.writing("api_key.note_use").tx(async (tx) => {
				for (const [id, { orgId, atMs }] of uses) await apiKeysOf(tx, orgId).noteUse(id, atMs);
			});
			for (const [id, use] of uses) if (unwritten.get(id) === use) unwritten.delete(id);
		},
	};
}
