import { randomToken, sha256Hex } from "#kernel/secrets";

const ORG_PREFIX = "org_";
/** Number of base32 characters of an id after its prefix. */
const SUFFIX_LENGTH = 26;
const CODE_PREFIX = "inv_";
const CODE = /^inv_[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}$/;

/**
 * Creates the code with which an invited guest joins: `inv_`, the id of the organization without its prefix, 256 random
 * bits. It is only for them and works until they are removed or the meeting is over.
 */
export const newInviteCode = (orgId: string): string =>
	`${CODE_PREFIX}${orgId.slice(ORG_PREFIX.length)}${randomToken(32)}`;

/** Where the guest of a code is found. */
export interface InviteKey {
	readonly orgId: string;
	/** SHA-256 of the code, hex. */
	readonly inviteHash: string;
}

/** Returns where the guest of a code is found; null for text that is no such code. */
export const inviteKeyOf = (code: string): InviteKey | null =>
	CODE.test(code)
		? {
				orgId: ORG_PREFIX + code.slice(CODE_PREFIX.length, CODE_PREFIX.length + SUFFIX_LENGTH),
				inviteHash: sha256Hex(code),
			}
		: null;
