/** The listeners of this process by topic. */
export interface Topics {
	/** The topics that somebody listens to. */
	names(): readonly string[];
	/** Calls every listener of a topic. */
	deliver(topic: string, message: string): void;
	/**
	 * Adds a listener. The returned function removes it.
	 * @param onFirst called when the topic had no listener before
	 * @param onLast called when it has none left
	 */
	add(topic: string, listener: (message: string) => void, onFirst?: () => void, onLast?: () => void): () => void;
}

/** Creates an empty table of listeners. */
export function createTopics(): Topics {
	const topics = new Map<string, Set<(message: string) => void>>();
	return {
		names: () => [...topics.keys()],
		deliver(topic, message) {
			for (const listener of [...(topics.get(topic) ?? [])]) listener(message);
		},
		add(topic, listener, onFirst, onLast) {
			// A separate function, so that one listener can subscribe twice and unsubscribe once.
			const entry = (message: string) => listener(message);
			const listeners = topics.get(topic) ?? new Set();
			const isFirst = listeners.size === 0;
			topics.set(topic, listeners.add(entry));
			if (isFirst) onFirst?.();
			return () => {
				if (!listeners.delete(entry) || listeners.size > 0) return;
				topics.delete(topic);
				onLast?.();
			};
		},
	};
}
