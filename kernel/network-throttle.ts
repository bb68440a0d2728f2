import { type IpAddress, parseSocketAddress } from "./ip-address.ts";
import { createLruCache } from "./lru-cache.ts";
import { type Limiter, type RatePolicy, rateLimited } from "./rate-limit.ts";
import type { PlainText } from "./texts.ts";

/** Keys of recent addresses: parsing an IPv6 address takes a third of the time of a whole request. */
const keys = createLruCache<{ readonly network: string }>(4_096);

/** Returns the key an address is limited under: its network, a /24 for IPv4, a /64 for IPv6. */
export function networkKey(address: string | null): string {
	if (address === null) return "unknown";
	let key = keys.get(address);
	if (key === undefined) {
		key = { network: networkOf(parseSocketAddress(address)) };
		keys.set(address, key);
	}
	return key.network;
}

const networkOf = (address: IpAddress | null): string =>
	address === null ? "unknown" : prefixKey(address, address.kind() === "ipv4" ? 24 : 64);

/**
 * Returns the key of the site an IPv6 address belongs to, its /48 (RFC 6177): a site has 65,536 networks. Null for
 * IPv4.
 */
export function siteKey(address: string | null): string | null {
	const parsed = parseSocketAddress(address);
	return parsed?.kind() === "ipv6" ? prefixKey(parsed, 48) : null;
}

/** Returns a key of the first `bits` of an address; keys of different lengths never collide. */
function prefixKey(address: IpAddress, bits: number): string {
	return `${address.kind()}:${Buffer.from(address.toByteArray().slice(0, bits / 8)).toString("hex")}`;
}

/** A key that requests are counted under, and the policy that limits it. */
export interface ThrottleKey {
	readonly policy: RatePolicy;
	readonly key: string;
}

/** Factor by which the quota of a site exceeds that of a network, and the quota for requests that for attempts. */
const QUOTA_FACTOR = 3;

const widened = (policy: RatePolicy): RatePolicy => ({ ...policy, quota: policy.quota * QUOTA_FACTOR });

/**
 * Returns the keys an address is counted under: its network and, with three times the quota, the IPv6 site that
 * contains it.
 */
export function networkThrottleKeys(policy: RatePolicy, ip: string | null): ThrottleKey[] {
	const site = siteKey(ip);
	return [{ policy, key: networkKey(ip) }, ...(site === null ? [] : [{ policy: widened(policy), key: site }])];
}

const TOO_MANY = {
	"sign-ins": "Too many sign-ins",
	"suggested sign-ins": "Too many sign-ins",
	launches: "Too many launches",
	mails: "Too many mails",
} as const satisfies Readonly<Record<string, PlainText>>;

/**
 * Creates a limit per network for requests of anonymous callers (a mail, the start of a sign-in), separate from the
 * limit on attempts and three times as generous: a class that starts at the same time is no attack.
 * @param policy undefined: no limit
 * @param what what is requested, in the plural; each has a count of its own
 * @returns a function that counts one request and throws `rate_limited`
 */
export function createNetworkThrottle(
	limiter: Limiter,
	policy: RatePolicy | undefined,
	what: keyof typeof TOO_MANY,
): (ip: string | null) => Promise<void> {
	if (policy === undefined) return async () => undefined;
	const wide = widened(policy);
	return async (ip) => {
		for (const { policy, key } of networkThrottleKeys(wide, ip)) {
			const verdict = await limiter.take(policy, `${what} ${key}`);
			if (!verdict.allowed) throw rateLimited(TOO_MANY[what], verdict);
		}
	};
}
