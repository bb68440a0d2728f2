import type { Bus } from "#kernel/bus";

/** Bus topic on which instances notify each other of state to be dropped from caches. */
const INVALIDATIONS = "live-state";

/** A part of the program that keeps in memory what it read. */
interface Cache {
	/** Forgets what rests on these organizations, users, sessions or keys. */
	invalidate(ids: readonly string[]): void;
	/** Forgets everything. */
	clear(): void;
}

/**
 * Creates the invalidation of cached state, here and on every other instance. @param parts returns the caches; called
 * on each invalidation, since they may be created later
 */
export function createCachedState(bus: Bus, parts: () => readonly Cache[]): Cache {
	function invalidateHere(ids: readonly string[]): void {
		for (const part of parts()) part.invalidate(ids);
	}

	bus.subscribe(INVALIDATIONS, (message) => invalidateHere(message.split(" ")));

	return {
		invalidate(ids) {
			invalidateHere(ids);
			if (bus.shared) bus.publish(INVALIDATIONS, ids.join(" "));
		},
		clear() {
			for (const part of parts()) part.clear();
		},
	};
}
