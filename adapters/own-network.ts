import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Ranges of addresses that no other network uses. */
const OWN_RANGES: ReadonlySet<string> = new Set(["loopback", "private", "linkLocal", "uniqueLocal"]);

/**
 * Whether what is sent to a URL stays in the operator's own network: a private address, or a name without a domain, such as
 * that of a container.
 */
export function staysInNetwork(url: string): boolean {
	const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
	if (isIP(host) > 0) return OWN_RANGES.has(ipaddr.process(host).range());
	return !host.includes(".") || /\.(localhost|local|internal|lan)$/.test(host);
}
