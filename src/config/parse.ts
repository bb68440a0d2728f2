import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { PublicUrl } from "#kernel/public-url";

/** A value that was read, or a text that completes "<variable>: …". */
export type Parsed<T> = { readonly value: T } | { readonly fault: string };

const ok = <T>(value: T): Parsed<T> => ({ value });
const wrong = (fault: string): { readonly fault: string } => ({ fault });

/** True for a host name or address that never leaves this machine. */
export function isLoopback(hostname: string): boolean {
	const bare = hostname.replace(/^\[|\]$/g, "");
	return (
		bare === "localhost" ||
		bare.endsWith(".localhost") ||
		(isIP(bare) > 0 && ipaddr.process(bare).range() === "loopback")
	);
}

/** An absolute URL of one of `schemes` (`"https:"`), without user, query or fragment unless the scheme carries them. */
export function parseUrl(text: string, schemes: readonly string[]): Parsed<URL> {
	const url = URL.parse(text);
	if (!url?.hostname || !schemes.includes(url.protocol)) {
		return wrong(`expected a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(" or ")}`);
	}
	if (url.hash) return wrong("a URL without fragment (#…) is expected");
	const isWeb = url.protocol === "http:" || url.protocol === "https:";
	if (isWeb && (url.username || url.password)) return wrong("a URL without user and password is expected");
	return ok(url);
}

/** `{base_url}`: http or https, a path of plain segments, nothing after it. A slash at the end is taken off. */
export function parsePublicUrl(text: string): Parsed<PublicUrl> {
	const parsed = parseUrl(text, ["http:", "https:"]);
	if ("fault" in parsed) return parsed;
	const { origin, pathname, search } = parsed.value;
	const prefix = pathname.replace(/\/$/, "");
	if (search) return wrong("a URL without query (?…) is expected");
	if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(prefix)) return wrong("its path may hold letters, digits and . _ ~ - only");
	return ok({ href: origin + prefix, origin, prefix });
}

/** `{auth_url}`: https, or http on this machine; exactly as the provider writes it in `iss`. */
export function parseIssuer(text: string): Parsed<string> {
	const parsed = parseUrl(text, ["https:", "http:"]);
	if ("fault" in parsed) return parsed;
	if (parsed.value.search) return wrong("a URL without query (?…) is expected");
	if (parsed.value.protocol === "http:" && !isLoopback(parsed.value.hostname)) {
		return wrong("http is accepted on loopback only; use https");
	}
	return ok(text);
}

/** A browser's `Origin`, spelt as a browser spells it. */
export function parseOrigin(text: string): Parsed<string> {
	const url = URL.parse(text);
	if (!url || !/^https?:$/.test(url.protocol) || url.origin !== text) {
		const hint = url && /^https?:$/.test(url.protocol) ? `; did you mean ${url.origin}?` : "";
		return wrong(`"${text}" is not an exact origin such as https://app.example.edu${hint}`);
	}
	return ok(text);
}

/** A range of addresses in CIDR notation; a single address stands for itself. */
export function parseCidr(text: string): Parsed<string> {
	// ipaddr.js alone would also read octal and shortened addresses.
	if (isIP(text.split("/")[0] ?? "") > 0 && ipaddr.isValidCIDR(text)) return ok(text);
	if (isIP(text) === 4) return ok(`${text}/32`);
	if (isIP(text) === 6) return ok(`${text}/128`);
	return wrong(`"${text}" is neither an address nor a CIDR such as 10.0.0.0/8`);
}

/** A name or address as it stands in a `Host` header before the port, lower case; IPv6 in brackets. */
export function parseHostName(text: string): Parsed<string> {
	const url = URL.parse(`http://${text}`);
	if (!url || url.hostname !== text.toLowerCase()) return wrong(`"${text}" is not a host name without scheme and port`);
	return ok(url.hostname);
}

/** A DNS server: `9.9.9.9`, `127.0.0.1:5353`, `[::1]:5353`. */
export function parseResolver(text: string): Parsed<string> {
	const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
	const address = isIP(text) === 6 ? text : (bracketed ?? plain ?? "");
	const usable = isIP(address) > 0 && Number(port) >= 1 && Number(port) <= 65_535;
	return usable ? ok(text) : wrong(`"${text}" is not an address with an optional port`);
}

/** 32 bytes, as `openssl rand -base64 32` prints them. Never repeats the value. */
export function parseKey(text: string): Parsed<Uint8Array> {
	const bytes = new Uint8Array(Buffer.from(text, "base64"));
	const wellFormed = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text);
	if (!wellFormed || bytes.length !== 32) return wrong("expected 32 bytes in base64 (openssl rand -base64 32)");
	return ok(bytes);
}
