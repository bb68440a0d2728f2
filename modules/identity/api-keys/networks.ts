import ipaddr from "ipaddr.js";
import { invalidMember } from "#kernel/field-errors";
import { parseIpAddress } from "#kernel/ip-address";

/**
 * Converts a network in CIDR notation, or an address, to its canonical form: `10.1.2.3/8` to `10.0.0.0/8`, `::1` to
 * `::1/128`.
 * @throws `validation_failed` naming `path`
 */
export function parseNetwork(raw: string, path: string): string {
	const [text = "", suffix, ...rest] = raw.split("/");
	const address = parseIpAddress(text);
	const longest = address?.kind() === "ipv4" ? 32 : 128;
	const bits = suffix === undefined ? longest : Number(/^\d{1,3}$/.test(suffix) ? suffix : Number.NaN);
	// The prefix of a mapped address is ambiguous: it could refer to either address family.
	const isMapped = address?.kind() === "ipv4" && text.includes(":") && suffix !== undefined;
	if (!address || rest.length > 0 || isMapped || !(bits >= 0 && bits <= longest))
		throw invalidMember(path, "invalid_format", "must be an IP address or a network, such as 203.0.113.0/24");
	const kind = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
	return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}
