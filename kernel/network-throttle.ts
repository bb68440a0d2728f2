import { type IpAddress, parseSocketAddress } from "./ip-address.ts";
import { type Limiter, type RatePolicy, tooMany } from "./rate-limit.ts";

/** The key an address is limited under: the network for IPv4's /24, the /64 for IPv6. */
export function networkOf(address: string | null): string {
	const parsed = parseSocketAddress(address);
	return parsed ? keyOf(parsed, parsed.kind() === "ipv4" ? 24 : 64) : "unknown";
}

/** The key of the site an IPv6 address belongs to, its /48 (RFC 6177): whoever has one has 65,536 networks. Null for IPv4. */
export function siteOf(address: string | null): string | null {
	const parsed = parseSocketAddress(address);
	return parsed?.kind() === "ipv6" ? keyOf(parsed, 48) : null;
}

/** The first `bits` of an address: keys of different lengths never meet. */
function keyOf(address: IpAddress, bits: number): string {
	return `${address.kind()}:${Buffer.from(address.toByteArray().slice(0, bits / 8)).toString("hex")}`;
}

/** What requests are counted under: a key, and the policy that limits it. */
export interface ThrottleKey {
	readonly policy: RatePolicy;
	readonly key: string;
}

/** How much more a site may than one network, and a network may ask for than guess. */
const WIDER = 3;

const widened = (policy: RatePolicy): RatePolicy => ({ ...policy, quota: policy.quota * WIDER });

/** What is counted for an address: its network and, three times as much, the IPv6 site that holds it. */
export function networkThrottleKeys(policy: RatePolicy, ip: string | null): ThrottleKey[] {
	const site = siteOf(ip);
	return [{ policy, key: networkOf(ip) }, ...(site === null ? [] : [{ policy: widened(policy), key: site }])];
}

/**
 * Counts what strangers ask for (a mail, the beginning of a sign-in) by network, apart from what they guess and three
 * times as generously: a class that begins at once is no attack.
 * @param policy undefined: nothing is limited
 * @param what is asked for, in the plural; one count for each
 * @returns a function that counts one. It throws `rate_limited`
 */
export function createAskLimit(
	limiter: Limiter,
	policy: RatePolicy | undefined,
	what: string,
): (ip: string | null) => Promise<void> {
	if (policy === undefined) return async () => undefined;
	const wide = widened(policy);
	return async (ip) => {
		for (const { policy, key } of networkThrottleKeys(wide, ip)) {
			const verdict = await limiter.take(policy, `${what} ${key}`);
			if (!verdict.allowed) throw tooMany(what, verdict);
		}
	};
}
