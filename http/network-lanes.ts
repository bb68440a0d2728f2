import { networkOf, siteOf } from "./client-address.ts";
import { type Limiter, type RatePolicy, tooMany } from "./rate-limit.ts";

/** One count: a key under a policy. */
export interface Lane {
	readonly policy: RatePolicy;
	readonly key: string;
}

/** How much more a site may than one network, and a network may ask for than guess. */
const WIDER = 3;

const widened = (policy: RatePolicy): RatePolicy => ({ ...policy, quota: policy.quota * WIDER });

/** What is counted for an address: its network and, three times as much, the IPv6 site that holds it. */
export function networkLanes(policy: RatePolicy, ip: string | null): Lane[] {
	const site = siteOf(ip);
	return [{ policy, key: networkOf(ip) }, ...(site === null ? [] : [{ policy: widened(policy), key: site }])];
}

/**
 * Counts what strangers ask for (a mail, the beginning of a sign-in) by network, apart from what they guess and three
 * times as generously: a class that begins at once is no attack.
 * @param what is asked for, in the plural; one count for each
 * @returns a function that counts one. It throws `rate_limited`
 */
export function createAskLimit(limiter: Limiter, policy: RatePolicy, what: string) {
	const wide = widened(policy);
	return async (ip: string | null): Promise<void> => {
		for (const { policy, key } of networkLanes(wide, ip)) {
			const verdict = await limiter.take(policy, `${what} ${key}`);
			if (!verdict.allowed) throw tooMany(what, verdict);
		}
	};
}
