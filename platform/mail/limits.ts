import { createNetworkThrottle } from "#kernel/network-throttle";
import { type Limiter, type RatePolicy, rateLimited } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";

/** What a mail is asked for. Whoever holds an invitation registers apart from strangers. */
export type MailPurpose =
	| "forgot"
	| "resend"
	| "register"
	| "register_invited"
	| "change_email"
	| "reset_member"
	| "invite";

/** A mail that somebody asks for. */
export interface AskedMail {
	readonly purpose: MailPurpose;
	/** Whose mailbox, in the form that is compared. */
	readonly emailKey: string;
	/** The organization that asks; null: a person, known or not. */
	readonly orgId: string | null;
	/** Where a stranger asks from; null: the caller is known, only the address counts. */
	readonly ip: string | null;
}

/** Keeps a mailbox from being flooded and addresses from being tried out. */
export interface MailLimits {
	/** Counts a mail to an address, whether or not it belongs to anybody. @throws `rate_limited` */
	take(mail: AskedMail): Promise<void>;
}

/** What mails are counted under. */
interface MailPolicies {
	readonly "auth-ip": RatePolicy;
	readonly mail: RatePolicy;
}

/**
 * Counts mails by the network that asks and by address. Each purpose has a count of its own for an address, and each
 * organization: so nobody keeps another from what they may ask for, and a mailbox gets a bounded number from strangers.
 * Addresses are kept as hashes.
 * @param policies null: nothing is limited (`RATE_LIMITS=off`, or no mail is sent)
 */
export function createMailLimits(limiter: Limiter, policies: MailPolicies | null): MailLimits {
	if (policies === null) return { take: async () => undefined };
	const countAsk = createNetworkThrottle(limiter, policies["auth-ip"], "mails");

	return {
		async take({ purpose, emailKey, orgId, ip }) {
			// The network first: one that is refused must not use up a stranger's mails.
			if (ip !== null) await countAsk(ip);
			const verdict = await limiter.take(policies.mail, sha256Hex(JSON.stringify([purpose, orgId, emailKey])));
			if (!verdict.allowed) throw rateLimited("requests of this kind", verdict);
		},
	};
}
