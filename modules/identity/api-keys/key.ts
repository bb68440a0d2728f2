import { randomToken } from "#kernel/secrets";

const KEY_PREFIX = "mpk_";
const ORG_PREFIX = "org_";
/** Number of base32 characters of an id after its prefix. */
const SUFFIX_LENGTH = 26;
const KEY = /^mpk_[0-7][0-9a-hjkmnp-tv-z]{25}_[\w-]{43}$/;

/** Creates a key: `mpk_`, the id of its organization without prefix, `_`, 256 random bits. */
export const newKey = (orgId: string): string => `${KEY_PREFIX}${orgId.slice(ORG_PREFIX.length)}_${randomToken(32)}`;

/** Whether a bearer token has the form of an API key. */
export const looksLikeKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/** Returns the organization of a key, so that the lookup stays within one tenant; null for a malformed key. */
export const organizationOfKey = (key: string): string | null =>
	KEY.test(key) ? ORG_PREFIX + key.slice(KEY_PREFIX.length, KEY_PREFIX.length + SUFFIX_LENGTH) : null;

/** Returns the end of a key, by which people recognize it. */
export const hintOf = (key: string): string => key.slice(-4);
