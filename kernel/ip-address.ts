import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** An IP address, of either version. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses: its first one and the bits they share. */
export type Network = readonly [first: IpAddress, bits: number];

/**
 * Reads an address without zone (`%eth0`); `::ffff:a.b.c.d` is `a.b.c.d`.
 * @returns null for what is no address, and for null
 */
export function parseIpAddress(text: string | null): IpAddress | null {
	// ipaddr.js alone would also read `0x7f.1`.
	return text !== null && isIP(text) > 0 && !text.includes("%") ? ipaddr.process(text) : null;
}

/** Reads the address of a socket or of a proxy's header, whose zone (`%eth0`) does not count. See {@link parseIpAddress}. */
export const parseSocketAddress = (text: string | null): IpAddress | null =>
	parseIpAddress(text?.split("%", 1)[0] ?? null);

/** Reads a network in CIDR form. @throws Error for what is none */
export const readNetwork = (cidr: string): Network => ipaddr.parseCIDR(cidr);

/** Whether an address lies in one of the networks; null (nobody knows it) lies in none. */
export const isWithin = (networks: readonly Network[], address: IpAddress | null): boolean =>
	address !== null && networks.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
