import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An IPv4 or IPv6 address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: its first address and the number of bits its addresses share. */
export type Network = readonly [first: IpAddress, bits: number];

/**
 * Parses an address without zone (`%eth0`); `::ffff:a.b.c.d` becomes `a.b.c.d`.
 * @returns null for anything that is not an address, and for null
 */
export function parseIpAddress(text: string | null): IpAddress | null {
	// ipaddr.js alone would also read `0x7f.1`.
	return text !== null && isIP(text) > 0 && !text.includes("%") ? ipaddr.process(text) : null;
}

/** Parses the address of a socket or of a proxy's header; a zone (`%eth0`) is ignored. See {@link parseIpAddress}. */
export const parseSocketAddress = (text: string | null): IpAddress | null =>
	parseIpAddress(text?.split("%", 1)[0] ?? null);

/** Parses a network in CIDR notation. @throws Error when the text is not one */
export const readNetwork = (cidr: string): Network => ipaddr.parseCIDR(cidr);

/** Whether an address is in one of the networks; false for null (unknown). */
export const isWithin = (networks: readonly Network[], address: IpAddress | null): boolean =>
	address !== null && networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));

/** Whether the host of a URL, a name or an address, never leaves this machine. */
export function isLoopback(hostname: string): boolean {
	const bare = hostname.replace(/^\[|\]$/g, "");
	if (bare === "localhost" || bare.endsWith(".localhost")) return true;
	return isIP(bare) > 0 && ipaddr.process(bare).range() === "loopback";
}
