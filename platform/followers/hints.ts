import type { Bus } from "#kernel/bus";

/** Topic of the bus. */
const TOPIC = "logs.grew";
/** Other instances hear of several changes at once, in ms: a message for each would cost more than it brings. */
const GATHER_MS = 5;

/** Tells who follows the logs of organizations that there is something new. Hints only: one may be lost. */
export interface LogHints {
	/** Says that the logs of these organizations have grown, here and on other instances. Never throws. */
	announce(orgIds: readonly string[]): void;
	/** Calls `listener` with organizations whose logs have grown until the returned function is called. */
	subscribe(listener: (orgIds: readonly string[]) => void): () => void;
}

/** Creates the hints of one instance: it hears of its own changes at once, of those of others over the bus. */
export function createLogHints(bus: Pick<Bus, "publish" | "subscribe" | "shared">): LogHints {
	const listeners = new Set<(orgIds: readonly string[]) => void>();
	let gathered = new Set<string>();

	function tell(orgIds: readonly string[]): void {
		for (const listener of listeners) listener(orgIds);
	}

	function send(): void {
		const orgIds = [...gathered];
		gathered = new Set();
		bus.publish(TOPIC, JSON.stringify(orgIds));
	}

	// A shared bus calls the listeners of its own instance too: what they have heard already does no harm.
	if (bus.shared) bus.subscribe(TOPIC, (message) => tell(JSON.parse(message) as string[]));

	return {
		announce(orgIds) {
			tell(orgIds);
			if (!bus.shared) return;
			if (gathered.size === 0) setTimeout(send, GATHER_MS);
			for (const orgId of orgIds) gathered.add(orgId);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}
