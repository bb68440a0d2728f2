import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isLoopback } from "#kernel/ip-address";
import type { PublicUrl } from "#kernel/public-url";
import { ENFORCED_MODES, type EnforcedMode } from "#platform/compliance";

/** A parsed value, or an error text that completes "<variable>: …". */
export type Parsed<T> = { readonly value: T } | { readonly error: string };

const ok = <T>(value: T): Parsed<T> => ({ value });
const invalid = (error: string): { readonly error: string } => ({ error });

/** Error of a URL whose password, most likely, has characters that end it. Contains none of it. */
const UNENCODED =
	"is not a URL as it stands: percent-encode special characters of its user and password (%2F for /, %23 for #, %3F for ?, %40 for @, %25 for %)";

/** Whether a URL of a service other than the web starts as it should, but is none, or has another host than was meant. */
function isMisread(text: string, schemes: readonly string[]): boolean {
	const [scheme = "", rest] = text.split(/(?<=^[a-z][a-z0-9+.-]*:)\/\//i, 2);
	if (rest === undefined || !schemes.includes(scheme.toLowerCase()) || /^https?:$/i.test(scheme)) return false;
	const url = URL.parse(text);
	return url === null || /[/?#].*@/.test(rest) || !isDecodable(url.username) || !isDecodable(url.password);
}

function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** Parses the URL of a database: a file of SQLite, or a Postgres server, whose host may be left to the driver. */
export function parseDatabaseUrl(text: string): Parsed<string> {
	if (!/^(sqlite:.|postgres(ql)?:\/\/.)/.test(text)) return invalid("expected sqlite:<file> or postgres://…");
	return isMisread(text, ["postgres:", "postgresql:"]) || (!text.startsWith("sqlite:") && text.includes("#"))
		? invalid(UNENCODED)
		: ok(text);
}

/** Parses the URL of a database to copy from or to: {@link parseDatabaseUrl}, or a file of SQLite named `file:`. */
export const parseCopiedUrl = (text: string): Parsed<string> =>
	/^file:./.test(text) ? ok(text) : parseDatabaseUrl(text);

/**
 * Parses an absolute URL with one of `schemes` (`"https:"`), without user, query or fragment unless the scheme uses
 * them.
 */
export function parseUrl(text: string, schemes: readonly string[]): Parsed<URL> {
	const url = URL.parse(text);
	if (isMisread(text, schemes)) return invalid(UNENCODED);
	if (!url?.hostname || !schemes.includes(url.protocol)) {
		return invalid(`expected a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`);
	}
	if (url.hash) return invalid("a URL without fragment (#…) is expected");
	const isWeb = url.protocol === "http:" || url.protocol === "https:";
	if (isWeb && (url.username || url.password)) return invalid("a URL without user and password is expected");
	return ok(url);
}

/** Parses `{base_url}`: http or https, a path of plain segments, nothing after it. A trailing slash is removed. */
export function parsePublicUrl(text: string): Parsed<PublicUrl> {
	const parsed = parseUrl(text, ["http:", "https:"]);
	if ("error" in parsed) return parsed;
	const { origin, pathname, search } = parsed.value;
	const prefix = pathname.replace(/\/$/, "");
	if (search) return invalid("a URL without query (?…) is expected");
	if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(prefix)) return invalid("its path may hold letters, digits and . _ ~ - only");
	return ok({ href: origin + prefix, origin, prefix });
}

/** Parses `{auth_url}`: https, or http on this machine; exactly as the provider writes it in `iss`. */
export function parseIssuer(text: string): Parsed<string> {
	const parsed = parseUrl(text, ["https:", "http:"]);
	if ("error" in parsed) return parsed;
	if (parsed.value.search) return invalid("a URL without query (?…) is expected");
	if (parsed.value.protocol === "http:" && !isLoopback(parsed.value.hostname)) {
		return invalid("http is accepted on loopback only; use https");
	}
	return ok(text);
}

/** Parses an origin, spelled as browsers spell `Origin`. */
export function parseOrigin(text: string): Parsed<string> {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text) {
		const hint = url && /^https?:$/.test(url.protocol) ? `; did you mean ${url.origin}?` : "";
		return invalid(`"${text}" is not an exact origin such as https://app.example.edu${hint}`);
	}
	return ok(text);
}

/** Parses a range of addresses in CIDR notation; a single address is a range of one. */
export function parseCidr(text: string): Parsed<string> {
	// ipaddr.js alone would also read octal and shortened addresses.
	if (isIP(text.split("/")[0] ?? "") > 0 && ipaddr.isValidCIDR(text)) return ok(text);
	if (isIP(text) === 4) return ok(`${text}/32`);
	if (isIP(text) === 6) return ok(`${text}/128`);
	return invalid(`"${text}" is neither an address nor a CIDR such as 10.0.0.0/8`);
}

/** Parses a name or address as in a `Host` header before the port, lower case; IPv6 in brackets. */
export function parseHostName(text: string): Parsed<string> {
	const url = URL.parse(`http://${text}`);
	if (!url || url.hostname !== text.toLowerCase())
		return invalid(`"${text}" is not a host name without scheme and port`);
	return ok(url.hostname);
}

/** Parses a DNS server: `9.9.9.9`, `127.0.0.1:5353`, `[::1]:5353`. */
export function parseResolver(text: string): Parsed<string> {
	const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
	const address = isIP(text) === 6 ? text : (bracketed ?? plain ?? "");
	const usable = isIP(address) > 0 && Number(port) >= 1 && Number(port) <= 65_535;
	return usable ? ok(text) : invalid(`"${text}" is not an address with an optional port`);
}

/** Parses a compliance mode that enforces something. */
export function parseEnforcedMode(text: string): Parsed<EnforcedMode> {
	const mode = ENFORCED_MODES.find((each) => each === text);
	return mode === undefined ? invalid(`"${text}" is none of ${ENFORCED_MODES.join(", ")}`) : ok(mode);
}
