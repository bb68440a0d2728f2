import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** Of candidates of a machine's own addresses (RFC 8445, 5.1.2.1): the first address is preferred. */
const PRIORITY = 2_122_317_823;

/** Speech: the library would ask for stereo. */
const OPUS_PARAMETERS = "a=fmtp:111 minptime=10;useinbandfec=1";

/** Returns an offer of the library as browsers get it: with these addresses alone, all of them, and no other of this machine. */
export function offerAt(addresses: readonly string[], port: number, sdp: string): string {
	const candidates = addresses.map(
		(address, n) => `a=candidate:${n + 1} 1 UDP ${PRIORITY - 256 * n} ${address} ${port} typ host`,
	);
	const lines = sdp
		.split("\r\n")
		.filter((line) => !isOfCandidates(line))
		.map((line) => line.replace(/^c=.*/, "c=IN IP4 0.0.0.0").replace(/^(m=\w+) \d+ /, "$1 9 "))
		.map((line) => (line.startsWith("a=fmtp:111 ") ? OPUS_PARAMETERS : line));
	const first = lines.findIndex((line) => line.startsWith("a=mid:"));
	lines.splice(first + 1, 0, ...candidates, "a=end-of-candidates");
	return lines.join("\r\n");
}

/**
 * Returns an answer without candidates: the worker learns the addresses of a browser from its checks, which only a browser
 * that knows the password of the offer can make, and sends nothing to an address that a participant merely names.
 */
export const withoutCandidates = (sdp: string): string =>
	sdp
		.split(/\r?\n/)
		.filter((line) => !isOfCandidates(line))
		.join("\r\n");

const isOfCandidates = (line: string): boolean => line.startsWith("a=candidate:") || line === "a=end-of-candidates";

/**
 * Returns the addresses under which browsers find this machine.
 * @param hosts addresses or names; empty: the host of the public URL and, where that is this machine's own name for itself or
 * unknown, all addresses of its networks
 */
export async function announcedAddresses(hosts: readonly string[], publicHost: string): Promise<readonly string[]> {
	const given = await addressesOf(hosts.length > 0 ? hosts : [publicHost]);
	const isReached = given.some((address) => !isLoopback(address));
	if (hosts.length > 0 || isReached) return given;
	const addresses = ownNetworks()
		.filter(({ address }) => !address.startsWith("fe80:"))
		.map(({ address }) => address);
	return [...new Set(addresses)].sort((a, b) => isIP(a) - isIP(b));
}

/** The system may not tell: then there are none. */
function ownNetworks(): readonly { readonly address: string }[] {
	try {
		return Object.values(networkInterfaces()).flatMap((all) => all ?? []);
	} catch {
		return [];
	}
}

async function addressesOf(hosts: readonly string[]): Promise<readonly string[]> {
	const found = await Promise.all(
		hosts.map(async (host) => {
			const bare = host.replace(/^\[|\]$/g, "");
			if (isIP(bare) !== 0) return [bare];
			return (await lookup(bare, { all: true }).catch(() => [])).map(({ address }) => address);
		}),
	);
	return [...new Set(found.flat())];
}

const isLoopback = (address: string): boolean => address.startsWith("127.") || address === "::1";
