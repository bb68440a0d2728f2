import type { Bus } from "#kernel/bus";
import type { Caches } from "#kernel/caches";
import type { Contribution } from "#platform/module";

/** Bus topic on which instances notify each other of state that is stale. */
const INVALIDATIONS = "live-state";

/** Age in ms at which cached state is read again where other instances write, should a message have been lost. */
const EXPIRY_MS = 1_000;

/** The way in which cached state becomes stale on every instance. */
export interface Invalidations {
	/**
	 * Makes cached state stale here, and on the other instances.
	 * @returns undefined where there are no others; otherwise resolves when they have been notified, or cannot be
	 */
	invalidate(ids: readonly string[]): Promise<void> | undefined;
	readonly contribution: Contribution;
}

/**
 * Makes cached state stale here when another instance says so. While others are not heard, nothing is used that they
 * may have changed; and nothing is used for longer than a second, whatever becomes of a message.
 */
export function shareInvalidations(bus: Bus, caches: Caches): Invalidations {
	bus.subscribe(INVALIDATIONS, (message) => caches.invalidate(message.split(" ")));
	bus.watch((isConnected) => caches.setCoherent(isConnected));
	return {
		invalidate(ids) {
			if (bus.shared) return bus.tell(INVALIDATIONS, ids.join(" "));
			caches.invalidate(ids);
			return undefined;
		},
		contribution: bus.shared
			? {
					periodicTasks: [
						{
							everyMs: EXPIRY_MS,
							work: async () => caches.expire(),
							failureMessage: "caches could not be cleared",
						},
					],
					gauges: [
						{
							name: "parley_bus_connected",
							help: "Whether messages from other instances arrive (1) or not (0).",
							read: () => Number(bus.isConnected),
						},
					],
				}
			: {},
	};
}
