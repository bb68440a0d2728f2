import { MINUTE_MS } from "#kernel/clock";
import { randomToken, sha256Hex } from "#kernel/secrets";

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

/** Creates the secret for the cookie of the browser that starts a sign-in. */
export const newFlowSecret = (): string => randomToken(32);

/**
 * Returns the `state` of a sign-in. It is derived from the secret in the cookie but does not reveal it: a leaked callback
 * URL (log, history, referrer) is useless without the browser that started the sign-in, and the cookie alone identifies
 * the sign-in when the `state` is missing.
 */
export const stateOf = (secret: string): string => sha256Hex(`sign-in state|${secret}`);

/** Creates a nonce and a PKCE code verifier of 256 random bits each, in base64url (RFC 7636). */
export const newChecks = (): Pick<Flow, "nonce" | "codeVerifier"> => ({
	nonce: randomToken(32),
	codeVerifier: randomToken(32),
});
