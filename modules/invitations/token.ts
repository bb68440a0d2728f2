import { randomToken } from "#kernel/secrets";

const ORG_PREFIX = "org_";
/** Base32 characters of an id after its prefix. */
const SUFFIX_LENGTH = 26;
const TOKEN = /^[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}$/;

/** A new token: who holds it may accept. The id of the organization without its prefix, then 256 random bits. */
export const newInvitationToken = (orgId: string): string => orgId.slice(ORG_PREFIX.length) + randomToken(32);

/** The organization a token belongs to, so that it is looked up within one tenant; null for text that is no token. */
export const organizationOfToken = (token: string): string | null =>
	TOKEN.test(token) ? ORG_PREFIX + token.slice(0, SUFFIX_LENGTH) : null;
