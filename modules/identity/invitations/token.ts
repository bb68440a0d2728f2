import { DAY_MS } from "#kernel/clock";
import { randomToken } from "#kernel/secrets";

/** Time during which an invitation can be accepted. */
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;

const ORG_PREFIX = "org_";
/** Number of base32 characters of an id after its prefix. */
const SUFFIX_LENGTH = 26;
const TOKEN = /^[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}$/;

/** Creates a token: the id of the organization without its prefix, then 256 random bits. Its bearer can accept. */
export const newInvitationToken = (orgId: string): string => orgId.slice(ORG_PREFIX.length) + randomToken(32);

/** Returns the organization of a token, so that the lookup stays within one tenant; null for a malformed token. */
export const organizationOfToken = (token: string): string | null =>
	TOKEN.test(token) ? ORG_PREFIX + token.slice(0, SUFFIX_LENGTH) : null;
