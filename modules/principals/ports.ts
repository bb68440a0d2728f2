import type { Db } from "#db/store";
import type { Principal } from "#kernel/principal";

/** An API key as it was sent: nobody has looked yet whether there is such a key. */
export interface PresentedKey {
	readonly kind: "key";
	/** The organization it says it belongs to. */
	readonly orgId: string;
	/** SHA-256 of the key, hex: what its requests are counted under. */
	readonly rateLimitKey: string;
	/** False for a key that was good here when it was last looked up: any other may be made up. */
	readonly isUnverified: boolean;
}

/** Knows API keys, the bearer tokens of services; modules/api-keys owns them. */
export interface ServiceKeys {
	/** Whether a bearer token is meant as an API key. */
	recognizes(token: string): boolean;
	/** @throws `unauthenticated` for text that is no key of ours */
	read(token: string): PresentedKey;
	/** At once when its state is cached. @throws `unauthenticated` */
	resolve(key: PresentedKey, from: { readonly ip: string | null }): Principal | Promise<Principal>;
	/** What a key that was authenticated is worth now, inside a transaction that ends before the key does. @throws `unauthenticated` */
	revalidate(tx: Db, principal: Principal, from: { readonly ip: string | null }): Promise<Principal>;
}
