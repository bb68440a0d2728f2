import { hash } from "node:crypto";
import { createLruCache } from "#kernel/lru-cache";
import type { VerifiedToken } from "./tokens.ts";

/** A verified token and the time of its verification. */
interface Entry {
	readonly token: VerifiedToken;
	readonly verifiedAtMs: number;
}

/**
 * Creates the cache of verified tokens, by the SHA-256 of their exact text ({@link cacheKeyOf}): a hit costs 1 µs, a
 * signature 70 µs. Contains only accepted tokens, and no credentials.
 * @param capacity maximum number of entries, about 0.5 KiB each; the least recently used one is evicted
 */
export const createTokenCache = (capacity: number) => createLruCache<Entry>(capacity);

/** Returns the cache key of a token. */
export const cacheKeyOf = (token: string): string => hash("sha256", token, "base64url");
