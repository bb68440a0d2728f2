/**
 * Publishes messages to the other parts of this process and, when it is shared, to other instances. Messages are hints:
 * one may be lost (a lost connection, a restart) or delivered twice, and the order of messages of different topics is
 * not guaranteed. The database holds the truth: a listener re-reads it, and something else (an expiry, a poll) bounds
 * the harm of a lost message.
 */
export interface Bus {
	/** Whether messages reach other instances too; false: this process only. */
	readonly shared: boolean;
	/** Sends `message` to every listener of `topic`, this instance's own included. Never throws and never waits. */
	publish(topic: string, message: string): void;
	/** Calls `listener` for every message of `topic` until the returned function is called. A listener must not throw. */
	subscribe(topic: string, listener: (message: string) => void): () => void;
}
