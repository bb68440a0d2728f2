import { type CookieSite, createCookie } from "#http/cookie";

/** Number of characters of the `state` in a cookie's name: enough to distinguish the tabs of a browser. */
const NAME_CHARS = 16;
/** Maximum number of concurrent flows per browser. */
const MAX_FLOWS = 16;

/** Cookies of the flows a browser has started: one each, so that tabs do not interfere with each other. */
export interface FlowCookies {
	/** Returns the `Set-Cookie` header of a started flow. */
	set(secret: string): string;
	/** Returns the `Set-Cookie` header that deletes the cookie of a secret. */
	clear(secret: string): string;
	/** Returns the secrets of all flows in progress in the browser. */
	readSecrets(request: Request): string[];
}

/** Options of {@link createFlowCookies}. */
export interface FlowCookiesOptions {
	/** Beginning of the names of the cookies, such as `parley_flow`. */
	readonly name: string;
	/** Path to which the other site sends the browser back. */
	readonly path: string;
	readonly lifetimeMs: number;
	/** Returns the `state` of a secret. */
	readonly stateOf: (secret: string) => string;
	/** Whether the other site sends the browser back with a form; otherwise by a link or redirect. */
	readonly isForm: boolean;
}

/** Creates the cookies: HttpOnly, `__Host-` where possible, and sent with what comes from the other site. */
export function createFlowCookies(
	site: CookieSite,
	{ name, path, lifetimeMs, stateOf, isForm }: FlowCookiesOptions,
): FlowCookies {
	const named = (suffix: string) => createCookie(site, `${name}_${suffix}`, path, isForm ? "forms" : "links");
	const cookieOf = (secret: string) => named(stateOf(secret).slice(0, NAME_CHARS));
	const prefix = named("").name;
	const pattern = new RegExp(`^${prefix}[0-9a-f]{${NAME_CHARS}}=([\\w-]{43})$`);
	return {
		set: (secret) => cookieOf(secret).set(secret, lifetimeMs / 1000),
		clear: (secret) => cookieOf(secret).clear(),
		readSecrets(request) {
			const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pattern.exec(pair.trim())?.[1]);
			return pairs.filter((secret) => secret !== undefined).slice(0, MAX_FLOWS);
		},
	};
}
