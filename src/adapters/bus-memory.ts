import type { Bus } from "#kernel/bus";

/** Creates a bus for one process: nothing is lost, and listeners are called before `publish` returns. */
export function createBusMemory(): Bus {
	const topics = new Map<string, Set<(message: string) => void>>();
	return {
		shared: false,
		publish(topic, message) {
			for (const listener of [...(topics.get(topic) ?? [])]) listener(message);
		},
		subscribe(topic, listener) {
			// A separate function, so that one listener can subscribe twice and unsubscribe once.
			const entry = (message: string) => listener(message);
			const listeners = topics.get(topic) ?? new Set();
			topics.set(topic, listeners.add(entry));
			return () => {
				listeners.delete(entry);
				if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
			};
		},
	};
}
