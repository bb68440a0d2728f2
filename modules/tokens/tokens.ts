import type { Scope } from "#kernel/scopes";

/** Life of our access tokens: `expires_in`. */
export const ACCESS_TOKEN_SECONDS = 900;
/** Difference between two machines' clocks that is forgiven, on `exp`, `nbf` and `iat`. */
export const CLOCK_SKEW_SECONDS = 30;
/** Longest `kid` looked up. */
export const MAX_KID_CHARS = 64;

/** For whom a token of ours is issued. */
export interface TokenSubject {
	/** `usr_…` */
	readonly userId: string;
	/** `ses_…`: ends the token's access when it is revoked. */
	readonly sessionId: string;
	/** The organization the token is good for; null: none. */
	readonly orgId: string | null;
	/** Role in that organization, or `system_admin`; null without an organization. */
	readonly role: string | null;
	readonly scopes: readonly Scope[];
	/** Whether the subject is a system administrator. */
	readonly system: boolean;
	/** RFC 8176 values such as `pwd`. */
	readonly authMethods: readonly string[];
}

/**
 * What a token says that passed every check on itself. Whether session, membership and organization still stand is
 * another question, asked of live state on every request. Shared between requests: frozen.
 */
export interface VerifiedToken {
	/** `own`: signed by us; `external`: by the provider of `OIDC_ISSUER`. */
	readonly kind: "own" | "external";
	readonly issuer: string;
	/** `usr_…` in a token of ours, else whatever the provider calls the caller: unique with the issuer. */
	readonly subject: string;
	/** `jti`; null when the provider gives none. */
	readonly tokenId: string | null;
	/** What requests with it are counted under: its session, or whom an outside provider calls the caller. */
	readonly rateLimitKey: string;
	/** `ses_…`; null in an external token. */
	readonly sessionId: string | null;
	/** The organization the token is good for; null: none. */
	readonly orgId: string | null;
	/** As the issuer names it, perhaps none we know; null: none. */
	readonly role: string | null;
	/** Granted by the issuer; those we do not know are left out, none is implied yet. */
	readonly scopes: readonly Scope[];
	/** Whether the issuer says that the subject is a system administrator. */
	readonly system: boolean;
	/** RFC 8176 values such as `pwd`; empty when the issuer does not say. */
	readonly authMethods: readonly string[];
	/** The `exp` of the token, without the forgiven clock skew. */
	readonly expiresAtMs: number;
}
