import type { Bus } from "#kernel/bus";

/** Topic on the bus under which instances tell each other whose cached state to drop. */
const INVALIDATIONS = "live-state";

/** A part of the program that keeps in memory what it read. */
interface Cache {
	/** Forgets what rests on these organizations, users, sessions or keys. */
	invalidate(ids: readonly string[]): void;
	/** Forgets everything. */
	clear(): void;
}

/** What is cached, here and on every other instance. @param parts asked when there is something to drop: they may not be made yet */
export function createCachedState(bus: Bus, parts: () => readonly Cache[]): Cache {
	function forget(ids: readonly string[]): void {
		for (const part of parts()) part.invalidate(ids);
	}

	bus.subscribe(INVALIDATIONS, (message) => forget(message.split(" ")));

	return {
		invalidate(ids) {
			forget(ids);
			if (bus.shared) bus.publish(INVALIDATIONS, ids.join(" "));
		},
		clear() {
			for (const part of parts()) part.clear();
		},
	};
}
