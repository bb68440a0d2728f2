import type { Bus } from "#kernel/bus";
import { createTopics } from "./topics.ts";

const DONE = Promise.resolve(true);

/** Creates a bus for one process: nothing is lost, and listeners are called before `publish` returns. */
export function createBusMemory(): Bus {
	const topics = createTopics();
	return {
		shared: false,
		isConnected: true,
		publish: topics.deliver,
		tell(topic, message) {
			topics.deliver(topic, message);
			return DONE;
		},
		subscribe: (topic, listener) => topics.add(topic, listener),
		watch: () => () => undefined,
	};
}
