import { createNetworkThrottle } from "#kernel/network-throttle";
import { type Limiter, type RatePolicy, rateLimited } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";

/** The purpose of a mail. Registrations with an invitation are counted apart from others. */
export type MailPurpose =
	| "forgot"
	| "resend"
	| "register"
	| "register_invited"
	| "change_email"
	| "reset_member"
	| "invite"
	| "meeting"
	| `notification.${string}`;

/** A requested mail. */
export interface RequestedMail {
	readonly purpose: MailPurpose;
	/** Address of the mailbox, in the form used for comparison. */
	readonly emailKey: string;
	/** The organization that requests it; null: a person. */
	readonly orgId: string | null;
	/** Client address of an anonymous caller; null: the caller is known, only the mailbox counts. */
	readonly ip: string | null;
}

/** Limits mails, to protect mailboxes from floods and addresses from probing. */
export interface MailLimits {
	/** Counts a request of an anonymous caller that will be a mail if what it names exists. @throws `rate_limited` */
	takeFrom(ip: string | null): Promise<void>;
	/** Counts a mail to an address, whether or not it has an account. @throws `rate_limited` */
	take(mail: RequestedMail): Promise<void>;
}

/** Rate-limit policies of mails. */
interface MailPolicies {
	readonly "auth-ip": RatePolicy;
	readonly mail: RatePolicy;
}

/**
 * Creates limits on mails by network and by address. Each purpose and each organization has a separate count for an
 * address: nobody can use up another's quota, and a mailbox gets a bounded number of mails from anonymous callers.
 * Addresses are stored as hashes.
 * @param policies null: no limits (`RATE_LIMITS=off`, or no mail is sent)
 */
export function createMailLimits(limiter: Limiter, policies: MailPolicies | null): MailLimits {
	if (policies === null) return { takeFrom: async () => undefined, take: async () => undefined };
	const throttle = createNetworkThrottle(limiter, policies["auth-ip"], "mails");

	return {
		takeFrom: throttle,

		async take({ purpose, emailKey, orgId, ip }) {
			// The network first: a rejected one must not use up the quota of the address.
			if (ip !== null) await throttle(ip);
			const verdict = await limiter.take(policies.mail, sha256Hex(JSON.stringify([purpose, orgId, emailKey])));
			if (!verdict.allowed) throw rateLimited("requests of this kind", verdict);
		},
	};
}
