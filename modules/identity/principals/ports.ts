import type { Db, ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";

/** An API key as sent, not yet checked against the database. */
export interface PresentedKey {
	readonly kind: "key";
	/** The organization it claims to belong to. */
	readonly orgId: string;
	/** SHA-256 of the key, hex: the key its requests are counted under. */
	readonly rateLimitKey: string;
	/** False for a key that has been used; any other may be invented. */
	readonly isUnverified: boolean;
}

/** Authentication by API keys, the bearer tokens of services, implemented by modules/identity/api-keys. */
export interface ServiceKeys {
	/** Whether a bearer token has the format of an API key. */
	recognizes(token: string): boolean;
	/** Returns the parsed form of an API key that has been used, null for any other. */
	recall(token: string): PresentedKey | null;
	/** Parses an API key. @throws `unauthenticated` for text that is no key of ours */
	read(token: string): PresentedKey;
	/** Returns the principal of a key, synchronously when its state is cached. @throws `unauthenticated` */
	resolve(key: PresentedKey, from: { readonly ip: string | null }): Principal | Promise<Principal>;
	/** Returns the key of a principal that {@link ServiceKeys.resolve} has returned; null for any other. */
	originOf(principal: Principal): PresentedKey | null;
	/** Returns when the key of such a principal expires, Unix ms; infinity: it does not. */
	endOf(principal: Principal): number;
	/** Returns the principal of a key of an organization, by its id, wherever it is used from; null once it is revoked or has expired. */
	find(db: ReadDb, orgId: string, id: string): Promise<Principal | null>;
	/** Reads the current rights of an authenticated key, which stays locked until the transaction ends. @throws `unauthenticated` */
	revalidate(tx: Db, principal: Principal, from: { readonly ip: string | null }): Promise<Principal>;
}
