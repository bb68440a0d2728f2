import type { RunPortions } from "#db/portions";
import type { Store } from "#db/store";
import { HOUR_MS } from "#kernel/clock";
import { deleteNotedReads } from "./repository.ts";

/** What the platform contributes for the noted reads. */
export const readTrailContribution = (store: Store) => ({
	cleanups: {
		hourly: [
			(inPortions: RunPortions, nowMs: number) =>
				inPortions((tx, limit) => deleteNotedReads(store.acrossTenants.within(tx), nowMs - 2 * HOUR_MS, limit)),
		],
	},
});
