import { type CookieSite, createCookie } from "#http/cookie";
import { FLOW_LIFETIME_MS, stateOf } from "./flow.ts";

/** Number of characters of the `state` in a cookie's name: enough to distinguish the tabs of a browser. */
const NAME_CHARS = 16;
/** Maximum number of concurrent sign-ins per browser. */
const MAX_FLOWS = 16;

/** Cookies of the sign-ins a browser has started: one each, so that tabs do not interfere with each other. */
export interface FlowCookies {
	/** Returns the `Set-Cookie` header of a started sign-in. */
	set(secret: string): string;
	/** Returns the `Set-Cookie` header that deletes the cookie of a secret. */
	clear(secret: string): string;
	/** Returns the secrets of all sign-ins in progress in the browser. */
	readSecrets(request: Request): string[];
}

/** Creates the cookies: HttpOnly, SameSite=Lax (the provider's redirect is a navigation), `__Host-` where possible. */
export function createFlowCookies(site: CookieSite): FlowCookies {
	const named = (suffix: string) => createCookie(site, `parley_flow_${suffix}`, "/auth/callback");
	const cookieOf = (secret: string) => named(stateOf(secret).slice(0, NAME_CHARS));
	const prefix = named("").name;
	const pattern = new RegExp(`^${prefix}[0-9a-f]{${NAME_CHARS}}=([\\w-]{43})$`);
	return {
		set: (secret) => cookieOf(secret).set(secret, FLOW_LIFETIME_MS / 1000),
		clear: (secret) => cookieOf(secret).clear(),
		readSecrets(request) {
			const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pattern.exec(pair.trim())?.[1]);
			return pairs.filter((secret) => secret !== undefined).slice(0, MAX_FLOWS);
		},
	};
}
