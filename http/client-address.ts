import { isIPv4 } from "node:net";
import { type IpAddress, isWithin, parseIpAddress, readNetwork } from "#kernel/ip-address";

/** Tells who really sent a request that came through proxies, in the one spelling each address has. */
export type ClientAddress = (peer: string | null, forwardedFor: string | null) => string | null;

/** A zone (`%eth0`) does not count. Null for what is no address. */
const parse = (text: string | null): IpAddress | null => parseIpAddress(text?.split("%", 1)[0] ?? null);

/**
 * The client is the right-most hop that is not a trusted proxy. Without trusted proxies `X-Forwarded-For` is
 * ignored: anybody can write it.
 * @param trusted CIDRs of `TRUSTED_PROXIES`
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
	const networks = trusted.map(readNetwork);

	return (peer, forwardedFor) => {
		// What most requests come to; an IPv4 address has one spelling only.
		if (peer !== null && isIPv4(peer) && (forwardedFor === null || networks.length === 0)) return peer;
		const sender = parse(peer);
		if (sender === null || forwardedFor === null || !isWithin(networks, sender)) return sender?.toString() ?? peer;
		let client = sender;
		for (const text of forwardedFor.split(",").reverse()) {
			const hop = parse(text.trim());
			if (hop === null) return sender.toString(); // a forged or garbled chain says nothing
			client = hop;
			if (!isWithin(networks, hop)) break;
		}
		return client.toString();
	};
}

/** The key an address is limited under: the network for IPv4's /24, the /64 for IPv6. */
export function networkOf(address: string | null): string {
	const parsed = parse(address);
	return parsed ? keyOf(parsed, parsed.kind() === "ipv4" ? 24 : 64) : "unknown";
}

/** The key of the site an IPv6 address belongs to, its /48 (RFC 6177): whoever has one has 65,536 networks. Null for IPv4. */
export function siteOf(address: string | null): string | null {
	const parsed = parse(address);
	return parsed?.kind() === "ipv6" ? keyOf(parsed, 48) : null;
}

/** The first `bits` of an address: keys of different lengths never meet. */
function keyOf(address: IpAddress, bits: number): string {
	return `${address.kind()}:${Buffer.from(address.toByteArray().slice(0, bits / 8)).toString("hex")}`;
}
