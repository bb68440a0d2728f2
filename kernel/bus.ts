/**
 * Tells the other parts of this process, and of other instances when it is shared, that something happened. Messages are
 * hints: one may be lost (a lost connection, a restart) or come twice, and the order of two topics is not promised. The
 * truth is in the database, so a listener re-reads it and something else (an expiry, a poll) bounds the harm of a loss.
 */
export interface Bus {
	/** Whether messages reach other instances too. False: this process alone. */
	readonly shared: boolean;
	/** Sends `message` to every listener of `topic`, this instance's own included. Never throws and never waits. */
	publish(topic: string, message: string): void;
	/** Calls `listener` for every message of `topic` until the answered function is called. A listener does not throw. */
	subscribe(topic: string, listener: (message: string) => void): () => void;
}
