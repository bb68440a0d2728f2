import type { Db } from "#db/store";
import type { Principal } from "#kernel/principal";

/**
 * Slows down guessing (CONTRACT §1.7): counts attempts by network, and by the key of what is guessed at, where each exhausted window
 * doubles the next. A key is an account as strangers see it, an account on one known device, a person's codes.
 */
export interface AttemptLimits {
	/** Counts an attempt before its outcome is known. @throws `rate_limited` */
	take(ip: string | null, key: string): Promise<void>;
	/** Forgets the attempts of a key after a successful one. */
	forget(key: string): Promise<void>;
}

/** Knows API keys, the bearer tokens of services; modules/api-keys owns them. */
export interface ServiceKeys {
	/** Whether a bearer token is meant as an API key. */
	recognizes(token: string): boolean;
	/** At once when its state is cached. @throws `unauthenticated` */
	authenticate(key: string, from: { readonly ip: string | null }): Principal | Promise<Principal>;
	/** What a key that was authenticated is worth now, inside a transaction that ends before the key does. @throws `unauthenticated` */
	reread(tx: Db, principal: Principal): Promise<Principal>;
}
