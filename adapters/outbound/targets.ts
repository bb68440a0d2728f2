import { isIP } from "node:net";
import { type IpAddress, isWithin, type Network, parseIpAddress, readNetwork } from "#kernel/ip-address";
import { asValue, type Message, text } from "#kernel/texts";
import { OutboundError } from "#platform/outbound";

/** Ports below 1024 that may be used. */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
const LAST_SYSTEM_PORT = 1023;
/** Names that belong to no public server. */
const OWN_NAMES = /^[^.]*$|(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa)$/;
/** Addresses among the public ones that providers of machines serve metadata at. */
const METADATA = [readNetwork("168.63.129.16/32")];
const PUBLIC_IPV6 = readNetwork("2000::/3");
const MAX_URL_CHARS = 2_048;

/** What of the operator's network tenants may reach. */
export interface TargetPolicy {
	/** Whether `http` may be used. */
	readonly allowHttp: boolean;
	/** Addresses that may be reached although they are not public, at any port. */
	readonly allowed: readonly Network[];
}

/** Whether an address is one of a public server: none that is private, local, reserved, or another address in disguise. */
function isPublic(address: IpAddress): boolean {
	if (address.range() !== "unicast" || isWithin(METADATA, address)) return false;
	return address.kind() === "ipv4" || isWithin([PUBLIC_IPV6], address);
}

/** Asserts that an address may be connected to. @throws OutboundError `target_refused` */
export function assertReachable({ allowed }: TargetPolicy, text: string, port: number): void {
	const address = parseIpAddress(text);
	if (address === null) throw refused("its address is not one");
	if (isWithin(allowed, address)) return;
	if (!isPublic(address)) throw refused("its address is not a public one");
	if (port <= LAST_SYSTEM_PORT && !WEB_PORTS.has(port)) throw refused("its port is one of another service");
}

/**
 * Asserts that a server may be named: its address, if it has one in place of a name, or else its name, which is resolved
 * before each connection.
 * @param host in the form of URLs, without brackets
 * @throws OutboundError `target_refused`
 */
export function assertNameable(policy: TargetPolicy, host: string, port: number): void {
	if (isIP(host) > 0) assertReachable(policy, host, port);
	if (isIP(host) > 0 || policy.allowed.length > 0) return;
	if (OWN_NAMES.test(host.replace(/\.$/, ""))) throw refused("its name is not a public one");
	if (port <= LAST_SYSTEM_PORT && !WEB_PORTS.has(port)) throw refused("its port is one of another service");
}

/** Parses and checks a URL. @throws OutboundError `target_refused` */
export function parseTarget(policy: TargetPolicy, written: string): URL {
	// Parsers remove control characters from the middle of a URL; nobody who means well writes them.
	if (written.length > MAX_URL_CHARS || /[\p{Cc}\s\\]/u.test(written)) throw refused("it is not a URL");
	if (!URL.canParse(written)) throw refused("it is not a URL");
	const url = new URL(written);
	const isWeb = url.protocol === "https:" || (policy.allowHttp && url.protocol === "http:");
	if (!isWeb) throw refused(policy.allowHttp ? "its scheme is neither https nor http" : "its scheme is not https");
	if (url.username !== "" || url.password !== "") throw refused("it contains credentials");
	if (url.href.includes("#")) throw refused("it contains a fragment");
	assertNameable(policy, hostOf(url), portOf(url));
	return url;
}

/** Returns the host of a URL: a name, or an address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "");

/** Returns the port of a URL. */
export const portOf = ({ port, protocol }: URL): number =>
	port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);

const refused = (reason: Message) =>
	new OutboundError("target_refused", text("The target may not be used: {reason}.", { reason: asValue(reason) }));
