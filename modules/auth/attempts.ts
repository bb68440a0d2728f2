import { networkOf } from "#http/client-address";
import type { Limiter, RatePolicy } from "#http/rate-limit";
import { AppError } from "#kernel/errors";
import type { AttemptLimits } from "./ports.ts";

/** Whoever keeps guessing waits longer each time, up to this long. */
const MAX_WAIT_SECONDS = 900;

/** What attempts are counted under; null with `RATE_LIMITS=off`. */
export interface AttemptPolicies {
	readonly "auth-ip": RatePolicy;
	readonly "auth-account": RatePolicy;
}

/** Counts attempts to guess a secret by network and by what is guessed at, under the policies of CONTRACT §1.7. */
export function createAttemptLimits(limiter: Limiter, policies: AttemptPolicies | null): AttemptLimits {
	if (policies === null) return { take: async () => undefined, forget: async () => undefined };
	const byNetwork = policies["auth-ip"];
	const byKey = { ...policies["auth-account"], maxWindowSeconds: MAX_WAIT_SECONDS };

	async function count(policy: RatePolicy, key: string): Promise<void> {
		const { allowed, resetSeconds } = await limiter.take(policy, key);
		if (allowed) return;
		throw new AppError("rate_limited", `Too many attempts; come back in ${resetSeconds} s.`, {
			meta: { policy: policy.name },
			retryAfterSeconds: resetSeconds,
		});
	}

	return {
		async take(ip, key) {
			// The network first: one that is refused must not lock accounts.
			await count(byNetwork, networkOf(ip));
			await count(byKey, key);
		},
		async forget(key) {
			await limiter.reset(byKey, key);
		},
	};
}
