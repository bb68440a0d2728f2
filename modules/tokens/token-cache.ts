import { hash } from "node:crypto";
import { createLruCache } from "#kernel/lru-cache";
import type { VerifiedToken } from "./tokens.ts";

/** A token that passed its checks, and when. */
interface Entry {
	readonly token: VerifiedToken;
	readonly verifiedAtMs: number;
}

/**
 * Tokens verified lately, by the SHA-256 of their exact text ({@link cacheKeyOf}): a hit costs 1 µs, a signature 70 µs. Only
 * what was accepted is kept, and no credential lies in memory for it.
 * @param capacity entries at most, about 0.5 KiB each; for one more, the one asked for longest ago is forgotten
 */
export const createTokenCache = (capacity: number) => createLruCache<Entry>(capacity);

/** Name of a token in the cache. */
export const cacheKeyOf = (token: string): string => hash("sha256", token, "base64url");
