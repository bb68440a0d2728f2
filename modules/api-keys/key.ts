import { randomToken } from "#kernel/secrets";

const KEY_PREFIX = "mpk_";
const ORG_PREFIX = "org_";
/** Base32 characters of an id after its prefix. */
const SUFFIX_LENGTH = 26;
const KEY = /^mpk_[0-7][0-9a-hjkmnp-tv-z]{25}_[\w-]{43}$/;

/** A new key: `mpk_`, the id of its organization without prefix, `_`, 256 random bits. */
export const newKey = (orgId: string): string => `${KEY_PREFIX}${orgId.slice(ORG_PREFIX.length)}_${randomToken(32)}`;

/** Whether a bearer token is meant as an API key. */
export const looksLikeKey = (token: string): boolean => token.startsWith(KEY_PREFIX);

/** The organization a key belongs to, so that it is looked up within one tenant; null for text that is no key. */
export const organizationOfKey = (key: string): string | null =>
	KEY.test(key) ? ORG_PREFIX + key.slice(KEY_PREFIX.length, KEY_PREFIX.length + SUFFIX_LENGTH) : null;

/** The end of a key, by which its owner tells it from others. */
export const hintOf = (key: string): string => key.slice(-4);
