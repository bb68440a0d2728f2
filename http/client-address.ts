import { isIPv4 } from "node:net";
import { isWithin, parseSocketAddress, readNetwork } from "#kernel/ip-address";

/** Tells who really sent a request that came through proxies, in the one spelling each address has. */
export type ClientAddress = (peer: string | null, forwardedFor: string | null) => string | null;

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
		const sender = parseSocketAddress(peer);
		if (sender === null || forwardedFor === null || !isWithin(networks, sender)) return sender?.toString() ?? peer;
		let client = sender;
		for (const text of forwardedFor.split(",").reverse()) {
			const hop = parseSocketAddress(text.trim());
			if (hop === null) return sender.toString(); // a forged or garbled chain says nothing
			client = hop;
			if (!isWithin(networks, hop)) break;
		}
		return client.toString();
	};
}
