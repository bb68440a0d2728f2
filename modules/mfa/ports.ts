import type { Call } from "#kernel/principal";

/** What a person shows to prove that it is still them: one of the two. */
export interface FreshProof {
	readonly password?: string | undefined;
	/** A TOTP or recovery code. */
	readonly code?: string | undefined;
}

/** Asks for fresh authentication before a sensitive change; modules/auth owns the rule. */
export interface Freshness {
	/** @throws `forbidden` (stale sign-in, wrong proof) `rate_limited` */
	require(call: Call, proof?: FreshProof): Promise<void>;
}

/** Slows down guessing of codes. */
export interface CodeAttempts {
	/** Counts an attempt. @throws `rate_limited` */
	take(ip: string | null, key: string): Promise<void>;
	/** Forgets the attempts under a key after a right answer. */
	forget(key: string): Promise<void>;
}

/** What else a person can sign in with. */
export interface PasskeyCounter {
	/** How many passkeys the person has. */
	count(userId: string): Promise<number>;
}
