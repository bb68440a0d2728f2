import { type CookieSite, createCookie } from "#http/cookie";
import { FLOW_LIFETIME_MS, stateOf } from "./flow.ts";

/** Characters of the `state` in a cookie's name: enough to tell one browser's tabs apart. */
const NAME_CHARS = 16;
/** Sign-ins of one browser looked at. */
const MAX_FLOWS = 16;

/** The cookies of sign-ins that a browser has started: one each, so that tabs do not disturb each other. */
export interface FlowCookies {
	/** The `Set-Cookie` of a sign-in that starts. */
	start(secret: string): string;
	/** The `Set-Cookie` that forgets the sign-in of a `state`. */
	forget(state: string): string;
	/** The secrets of every sign-in the browser has under way. */
	secretsIn(request: Request): string[];
}

/** HttpOnly, SameSite=Lax (the provider's redirect is a navigation), `__Host-` where the site allows it. */
export function createFlowCookies(site: CookieSite): FlowCookies {
	const cookieOf = (state: string) => createCookie(site, `parley_flow_${state.slice(0, NAME_CHARS)}`, "/auth/callback");
	const prefix = cookieOf("").name;
	const pattern = new RegExp(`^${prefix}[0-9a-f]{${NAME_CHARS}}=([\\w-]{43})$`);
	return {
		start: (secret) => cookieOf(stateOf(secret)).set(secret, FLOW_LIFETIME_MS / 1000),
		forget: (state) => cookieOf(state).clear(),
		secretsIn(request) {
			const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pattern.exec(pair.trim())?.[1]);
			return pairs.filter((secret) => secret !== undefined).slice(0, MAX_FLOWS);
		},
	};
}
