import ipaddr from "ipaddr.js";

/** Tells who really sent a request that came through proxies. */
export type ClientAddress = (peer: string | null, forwardedFor: string | null) => string | null;

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

const parse = (address: string): ipaddr.IPv4 | ipaddr.IPv6 | null =>
	ipaddr.isValid(address) ? ipaddr.process(address) : null; // process: ::ffff:a.b.c.d counts as a.b.c.d

/**
 * The client is the right-most hop that is not a trusted proxy (CONTRACT §1.7). Without trusted proxies `X-Forwarded-For` is
 * ignored: anybody can write it.
 * @param trusted CIDRs of `TRUSTED_PROXIES`
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
	const networks: Network[] = trusted.map((cidr) => ipaddr.parseCIDR(cidr));
	const isTrusted = (address: string): boolean => {
		const parsed = parse(address);
		return parsed !== null && networks.some(([net, bits]) => parsed.kind() === net.kind() && parsed.match(net, bits));
	};
	if (networks.length === 0) return (peer) => peer;
	return (peer, forwardedFor) => {
		if (peer === null || forwardedFor === null || !isTrusted(peer)) return peer;
		const hops = forwardedFor.split(",").map((hop) => hop.trim());
		for (const hop of hops.reverse()) {
			if (!parse(hop)) return peer; // a forged or garbled chain says nothing
			if (!isTrusted(hop)) return hop;
		}
		return hops.at(-1) ?? peer;
	};
}

/** The key an address is limited under: the address for IPv4's /24, the /64 for IPv6 (CONTRACT §1.7). */
export function networkOf(address: string | null): string {
	const parsed = address === null ? null : parse(address);
	if (!parsed) return "unknown";
	const bits = parsed.kind() === "ipv4" ? 24 : 64;
	const bytes = parsed.toByteArray().slice(0, bits / 8);
	return `${parsed.kind()}:${Buffer.from(bytes).toString("hex")}`;
}
