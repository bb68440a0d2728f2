import { MINUTE_MS } from "#kernel/clock";
import { randomToken, sha256Hex } from "#kernel/secrets";

/** A sign-in at the provider can be finished for this long. */
export const FLOW_LIFETIME_MS = 10 * MINUTE_MS;

/** What is remembered of a sign-in that was started, sealed, under its `state`. */
export interface Flow {
	readonly nonce: string;
	readonly codeVerifier: string;
	/** The page to come back to, checked; null: the callback answers JSON. */
	readonly redirect: string | null;
	/** The organization to sign in to; null: the provider's choice, else the oldest membership. */
	readonly orgId: string | null;
}

/** A secret for the cookie of the browser that starts a sign-in. */
export const newFlowSecret = (): string => randomToken(32);

/**
 * The `state` of a sign-in. It is made from the secret in the cookie and does not tell it: a callback URL that leaks (a
 * log, a history, a referrer) is worth nothing without the browser that started, and the cookie alone finds the sign-in
 * when the `state` is missing.
 */
export const stateOf = (secret: string): string => sha256Hex(`sign-in state|${secret}`);

/** Proofs of 256 random bits each, in base64url: as RFC 7636 wants the verifier. */
export const newChecks = (): Pick<Flow, "nonce" | "codeVerifier"> => ({
	nonce: randomToken(32),
	codeVerifier: randomToken(32),
});
