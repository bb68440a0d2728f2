/**
 * Publishes messages to the other parts of this process and, when it is shared, to other instances. Messages are hints:
 * one may be lost (a lost connection, a restart) or delivered twice, and the order of messages of different topics is
 * not guaranteed. The database holds the truth: a listener re-reads it, and something else (an expiry, a poll) bounds
 * the harm of a lost message.
 */
export interface Bus {
	/** Whether messages reach other instances too; false: this process only. */
	readonly shared: boolean;
	/** Whether messages of other instances arrive at the moment. Always true when it is not shared. */
	readonly isConnected: boolean;
	/** Sends `message` to every listener of `topic`. Those of this instance have been called when it returns. Never throws. */
	publish(topic: string, message: string): void;
	/**
	 * The same, for what another instance must know before this one goes on, of a topic that each of them listens to.
	 * @returns resolves with true when every listener of every instance has been called; with false when an instance may
	 * not have heard of it and not know that: after 250 ms at the latest. Never rejects
	 */
	tell(topic: string, message: string): Promise<boolean>;
	/** Calls `listener` for every message of `topic` until the returned function is called. A listener must not throw. */
	subscribe(topic: string, listener: (message: string) => void): () => void;
	/**
	 * Calls `listener` when other instances are no longer heard (false), and when all topics are heard again (true): what
	 * was published in between is missed. Until the returned function is called. A listener must not throw.
	 */
	watch(listener: (isConnected: boolean) => void): () => void;
}
