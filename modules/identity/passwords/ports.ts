/** Position of an attempt among those at its key. */
export interface Attempt {
	/** Whether the key is locked if this attempt is wrong. */
	readonly isLast: boolean;
	/** The key it is counted under; null: only its network is counted. */
	readonly key: string | null;
}

/** Target of a guess, or a function that finds it; null: none. */
export type AttemptKey = string | (() => Promise<string>) | null;

/**
 * Limits on guessing: wrong attempts are counted by network, and by the key of the target, for which each exhausted window
 * doubles the next. A key stands for an account as seen by strangers, an account on a known device, or a person's codes.
 */
export interface AttemptLimits {
	/**
	 * Counts an attempt for its network and key, then runs it. An attempt that resolves was right and is refunded; one that
	 * throws was wrong and stays counted, unless it could not be made (`unavailable`).
	 * @param key target of the guess, or what finds it: asked only when the network may still guess; null: only the network
	 * is counted
	 * @throws `rate_limited` without running it, and everything that the guess throws
	 */
	throttle<T>(ip: string | null, key: AttemptKey, guess: (attempt: Attempt) => Promise<T>): Promise<T>;
	/** Resets the wrong attempts of a key, after a complete sign-in; null: none. */
	reset(key: string | null): Promise<void>;
}
