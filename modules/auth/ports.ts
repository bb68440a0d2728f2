/** Slows down guessing: counts sign-in attempts by network and by account (CONTRACT §1.7). */
export interface AttemptLimits {
	/** @throws `rate_limited` */
	take(ip: string | null, accountHash: string): Promise<void>;
	/** Forgets the account's failed attempts after a successful one. */
	forget(accountHash: string): Promise<void>;
}
