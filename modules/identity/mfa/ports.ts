import type { ReadDb } from "#db/store";
import type { RequestContext } from "#kernel/request-context";

/** Proof of fresh authentication: one of the two. */
export interface FreshProof {
	readonly password?: string | undefined;
	/** A TOTP or recovery code. */
	readonly code?: string | undefined;
}

/** Check for fresh authentication before a sensitive change, implemented by modules/identity/passwords. */
export interface Freshness {
	/** Asserts fresh authentication. @throws `forbidden` (stale sign-in, wrong proof, no sign-in at all) `rate_limited` */
	require(context: RequestContext, proof?: FreshProof): Promise<void>;
}

/** A request that is refused anyway. */
export interface Refused extends Pick<RequestContext, "principal" | "ip"> {
	/** Paths of the errors that are known already. */
	readonly known: readonly string[];
}

/** Limits on guessing codes, implemented by modules/identity/passwords. */
export interface CodeAttempts {
	/**
	 * Counts a guess unless it resolves. `isLast`: whether the key is locked if it is wrong.
	 * @param key target of the guess, or what finds it once the network may guess
	 * @throws `rate_limited` without running it, and everything that the guess throws
	 */
	throttle<T>(
		ip: string | null,
		key: string | (() => Promise<string>),
		guess: (place: { readonly isLast: boolean; readonly key: string | null }) => Promise<T>,
	): Promise<T>;
	/** Resets the wrong attempts of a key, after a complete sign-in; null: none. */
	reset(key: string | null): Promise<void>;
}

/** Returns the number of a user's passkeys, implemented by modules/identity/passkeys. */
export type CountPasskeys = (db: ReadDb, userId: string) => Promise<number>;
