import type { Bus } from "#kernel/bus";
import type { Caches } from "#kernel/caches";

/** Bus topic on which instances notify each other of state that is stale. */
const INVALIDATIONS = "live-state";

/** Returns the function that makes cached state stale here and on every other instance, and listens to theirs. */
export function shareInvalidations(bus: Bus, caches: Caches): (ids: readonly string[]) => void {
	bus.subscribe(INVALIDATIONS, (message) => caches.invalidate(message.split(" ")));
	return (ids) => {
		caches.invalidate(ids);
		if (bus.shared) bus.publish(INVALIDATIONS, ids.join(" "));
	};
}
