import { isIPv4 } from "node:net";
import { isWithin, parseSocketAddress, readNetwork } from "#kernel/ip-address";

/** Determines the client address of a request that came through proxies, in canonical form. */
export type ClientAddress = (peer: string | null, forwardedFor: string | null) => string | null;

/**
 * Creates the lookup of client addresses. The client is the right-most hop that is not a trusted proxy. Without trusted
 * proxies `X-Forwarded-For` is ignored, since anybody can write it.
 * @param trusted CIDRs of `TRUSTED_PROXIES`
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
	const networks = trusted.map(readNetwork);

	return (peer, forwardedFor) => {
		// The usual case; an IPv4 address has only one spelling.
		if (peer !== null && isIPv4(peer) && (forwardedFor === null || networks.length === 0)) return peer;
		const sender = parseSocketAddress(peer);
		if (sender === null || forwardedFor === null || !isWithin(networks, sender)) return sender?.toString() ?? peer;
		let client = sender;
		for (const text of forwardedFor.split(",").reverse()) {
			const hop = parseSocketAddress(text.trim());
			if (hop === null) return sender.toString(); // a forged or malformed chain is ignored
			client = hop;
			if (!isWithin(networks, hop)) break;
		}
		return client.toString();
	};
}
