/** What a guess is told of its place among the attempts at its key. */
export interface Attempt {
	/** Whether the key has to wait if this one is wrong. */
	readonly isLast: boolean;
}

/**
 * Slows down guessing: counts wrong attempts by network, and by the key of what is guessed at, where each exhausted window
 * doubles the next. A key is an account as strangers see it, an account on one known device, a person's codes.
 */
export interface AttemptLimits {
	/**
	 * Counts one guess: takes a place in the counts of its network and its key, then makes it. A guess that resolves was right and
	 * gives its place back; one that throws was wrong and keeps it, unless it could not be made (`unavailable`).
	 * @param key what is guessed at; null: only the network counts
	 * @throws `rate_limited` without making it, and whatever the guess throws
	 */
	throttle<T>(ip: string | null, key: string | null, guess: (place: Attempt) => Promise<T>): Promise<T>;
	/** Forgets the wrong attempts at a key, after a sign-in with everything it takes. */
	reset(key: string): Promise<void>;
}
