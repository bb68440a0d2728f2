import { networkOf } from "#http/client-address";
import type { Limiter, RatePolicy } from "#http/rate-limit";
import { AppError } from "#kernel/errors";
import { sha256Hex } from "#kernel/secrets";
import type { MailLimits } from "./ports.ts";

/** What mails are counted under; null with `RATE_LIMITS=off`. */
export interface MailPolicies {
	readonly "auth-ip": RatePolicy;
	readonly mail: RatePolicy;
}

/** Counts mails by network and by address, under the policies of CONTRACT §1.7. Addresses are kept as hashes. */
export function createMailLimits(limiter: Limiter, policies: MailPolicies | null): MailLimits {
	async function count(policy: RatePolicy, key: string): Promise<void> {
		const { allowed, resetSeconds } = await limiter.take(policy, key);
		if (allowed) return;
		throw new AppError("rate_limited", `Too many requests of this kind; come back in ${resetSeconds} s.`, {
			meta: { policy: policy.name },
			retryAfterSeconds: resetSeconds,
		});
	}

	return {
		async take(ip, emailKey) {
			if (policies === null) return;
			// The network first: one that is refused must not use up a stranger's mails.
			if (ip !== null) await count(policies["auth-ip"], networkOf(ip));
			await count(policies.mail, sha256Hex(emailKey));
		},
	};
}
