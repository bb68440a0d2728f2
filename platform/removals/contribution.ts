import type { RunPortions } from "#db/portions";
import { deleteRemovals } from "./repository.ts";

/** What the platform contributes for the noted removals. @param keptMs how long a backup may need them */
export const removalsContribution = (keptMs: number) => ({
	cleanups: {
		hourly: [
			(inPortions: RunPortions, nowMs: number) => inPortions((tx, limit) => deleteRemovals(tx, nowMs - keptMs, limit)),
		],
	},
});
