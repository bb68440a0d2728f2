import type { Db } from "#db/store";
import type { Principal } from "#kernel/principal";

/** What a guess is told of its place among the attempts of its key. */
export interface AttemptPlace {
	/** Whether the key has to wait when this one is wrong. */
	readonly isLast: boolean;
}

/**
 * Slows down guessing: counts wrong attempts by network, and by the key of what is guessed at, where each exhausted window
 * doubles the next. A key is an account as strangers see it, an account on one known device, a person's codes.
 */
export interface AttemptLimits {
	/**
	 * Weighs one guess: takes a place in the counts of its network and its key, then makes it. A guess that resolves was right and
	 * gives its place back; one that throws was wrong and keeps it, unless it could not be made (`unavailable`).
	 * @param key what is guessed at; null: only the network counts
	 * @throws `rate_limited` without making it, and whatever the guess throws
	 */
	weigh<T>(ip: string | null, key: string | null, guess: (place: AttemptPlace) => Promise<T>): Promise<T>;
	/** Forgets the wrong attempts of a key, after a sign-in with everything it takes. */
	forget(key: string): Promise<void>;
}

/** An API key as it was sent: nobody has looked yet whether there is such a key. */
export interface SentKey {
	readonly kind: "key";
	/** The organization it says it belongs to. */
	readonly orgId: string;
	/** SHA-256 of the key, hex: what its requests are counted under. */
	readonly countedAs: string;
	/** False for a key that was good here when it was last looked up: any other may be made up. */
	readonly isUnproved: boolean;
}

/** Knows API keys, the bearer tokens of services; modules/api-keys owns them. */
export interface ServiceKeys {
	/** Whether a bearer token is meant as an API key. */
	recognizes(token: string): boolean;
	/** @throws `unauthenticated` for text that is no key of ours */
	read(token: string): SentKey;
	/** At once when its state is cached. @throws `unauthenticated` */
	resolve(key: SentKey, from: { readonly ip: string | null }): Principal | Promise<Principal>;
	/** What a key that was authenticated is worth now, inside a transaction that ends before the key does. @throws `unauthenticated` */
	reread(tx: Db, principal: Principal, from: { readonly ip: string | null }): Promise<Principal>;
}
