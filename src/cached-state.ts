import type { Bus } from "#kernel/bus";
import type { StateCache } from "#platform/module";

/** Bus topic on which instances notify each other of state to be dropped from caches. */
const INVALIDATIONS = "live-state";

/**
 * Creates the invalidation of cached state, here and on every other instance. @param caches returns the caches; called
 * on each invalidation, since they may be created later
 */
export function createCachedState(bus: Bus, caches: () => readonly StateCache[]): StateCache {
	function invalidateHere(ids: readonly string[]): void {
		for (const cache of caches()) cache.invalidate(ids);
	}

	bus.subscribe(INVALIDATIONS, (message) => invalidateHere(message.split(" ")));

	return {
		invalidate(ids) {
			invalidateHere(ids);
			if (bus.shared) bus.publish(INVALIDATIONS, ids.join(" "));
		},
		clear() {
			for (const cache of caches()) cache.clear();
		},
	};
}
