import { createAskLimit } from "#kernel/network-lanes";
import { type Limiter, type RatePolicy, tooMany } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";
import type { MailLimits } from "./ports.ts";

/** What mails are counted under; null with `RATE_LIMITS=off` and where no mail is sent. */
export interface MailPolicies {
	readonly "auth-ip": RatePolicy;
	readonly mail: RatePolicy;
}

/**
 * Counts mails by the network that asks and by address. Each purpose has a count of its own for an address, and each
 * organization: so nobody keeps another from what they may ask for, and a mailbox gets a bounded number from strangers.
 * Addresses are kept as hashes.
 */
export function createMailLimits(limiter: Limiter, policies: MailPolicies | null): MailLimits {
	if (policies === null) return { take: async () => undefined };
	const takeAsk = createAskLimit(limiter, policies["auth-ip"], "mails");

	return {
		async take({ purpose, emailKey, orgId, ip }) {
			// The network first: one that is refused must not use up a stranger's mails.
			if (ip !== null) await takeAsk(ip);
			const verdict = await limiter.take(policies.mail, sha256Hex(JSON.stringify([purpose, orgId, emailKey])));
			if (!verdict.allowed) throw tooMany("requests of this kind", verdict);
		},
	};
}
