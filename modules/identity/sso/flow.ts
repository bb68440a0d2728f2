import { MINUTE_MS } from "#kernel/clock";
import { randomToken } from "#kernel/secrets";
import { type FlowCookiesOptions, flowState } from "#platform/browser-flows";

/** Lifetime of a sign-in at the provider, in ms. */
export const FLOW_LIFETIME_MS = 10 * MINUTE_MS;

/** State of a started sign-in, stored sealed under its `state`. */
export interface Flow {
	readonly nonce: string;
	readonly codeVerifier: string;
	/** Validated URL of the page to return to; null: the callback responds with JSON. */
	readonly redirect: string | null;
	/** The requested organization; null: the one named by the provider, else that of the oldest membership. */
	readonly orgId: string | null;
}

/** Returns the `state` of a sign-in, given the secret in the cookie of its browser. */
export const stateOf = flowState("sign-in");

/** How the cookies of sign-ins are named and sent: the provider's redirect is a navigation. */
export const FLOW_COOKIES: FlowCookiesOptions = {
	name: "parley_flow",
	path: "/auth/callback",
	lifetimeMs: FLOW_LIFETIME_MS,
	stateOf,
	isForm: false,
};

/** Creates a nonce and a PKCE code verifier of 256 random bits each, in base64url (RFC 7636). */
export const newChecks = (): Pick<Flow, "nonce" | "codeVerifier"> => ({
	nonce: randomToken(32),
	codeVerifier: randomToken(32),
});
