import { type CookieSite, createCookie } from "#http/cookie";
import { FLOW_LIFETIME_MS, stateOf } from "./flow.ts";

/** Characters of the `state` in a cookie's name: enough to tell one browser's tabs apart. */
const NAME_CHARS = 16;
/** Sign-ins of one browser looked at. */
const MAX_FLOWS = 16;

/** The cookies of sign-ins that a browser has started: one each, so that tabs do not disturb each other. */
export interface FlowCookies {
	/** The `Set-Cookie` of a sign-in that starts. */
	set(secret: string): string;
	/** The `Set-Cookie` that forgets the sign-in of a secret. */
	clear(secret: string): string;
	/** The secrets of every sign-in the browser has under way. */
	readSecrets(request: Request): string[];
}

/** HttpOnly, SameSite=Lax (the provider's redirect is a navigation), `__Host-` where the site allows it. */
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
