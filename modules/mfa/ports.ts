import type { ReadDb } from "#db/store";
import type { RequestContext } from "#kernel/request-context";

/** What a person shows to prove that it is still them: one of the two. */
export interface FreshProof {
	readonly password?: string | undefined;
	/** A TOTP or recovery code. */
	readonly code?: string | undefined;
}

/** Asks for fresh authentication before a sensitive change; modules/passwords owns the rule. */
export interface Freshness {
	/** @throws `forbidden` (stale sign-in, wrong proof, no sign-in at all) `rate_limited` */
	require(context: RequestContext, proof?: FreshProof): Promise<void>;
}

/** Slows down guessing of codes; modules/passwords owns the rule. */
export interface CodeAttempts {
	/**
	 * Counts a guess unless it resolves. `isLast`: whether the key has to wait when it is wrong.
	 * @throws `rate_limited` without making it, and whatever the guess throws
	 */
	throttle<T>(ip: string | null, key: string, guess: (place: { readonly isLast: boolean }) => Promise<T>): Promise<T>;
	/** Forgets the wrong attempts of a key, after a sign-in with everything it takes. */
	reset(key: string): Promise<void>;
}

/** How many passkeys a person has; modules/passkeys owns them. */
export type CountPasskeys = (db: ReadDb, userId: string) => Promise<number>;
