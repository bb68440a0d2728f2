import type { Scope } from "#kernel/scopes";

/** Lifetime of our access tokens, in seconds: `expires_in`. */
export const ACCESS_TOKEN_SECONDS = 900;
/** Lifetime of a guest's token, in seconds: 8 hours. It ends with the meeting in any case. */
export const GUEST_TOKEN_SECONDS = 28_800;
/** Tolerated clock skew on `exp`, `nbf` and `iat`, in seconds. */
export const CLOCK_SKEW_SECONDS = 30;
/** Maximum length of a `kid`. */
export const MAX_KID_CHARS = 64;

/** The subject of a token that we issue. */
export interface TokenSubject {
	/** `usr_…` */
	readonly userId: string;
	/** `ses_…`; revoking the session invalidates the token. */
	readonly sessionId: string;
	/** Organization of the token; null: none. */
	readonly orgId: string | null;
	/** Role in that organization, or `system_admin`; null without an organization. */
	readonly role: string | null;
	readonly scopes: readonly Scope[];
	/** Whether the subject is a system administrator. */
	readonly system: boolean;
	/** RFC 8176 values such as `pwd`. */
	readonly authMethods: readonly string[];
}

/** A guest whom we issue a token for one meeting. */
export interface GuestSubject {
	/** `par_…` */
	readonly participantId: string;
	readonly meetingId: string;
	readonly orgId: string;
}

/**
 * The contents of a token that passed all checks on the token itself. Session, membership and organization are checked
 * against live state on every request.
 */
export interface TokenContents {
	/** `own`: signed by us; `guest`: by us, for one meeting; `external`: by the provider of `OIDC_ISSUER`. */
	readonly kind: "own" | "guest" | "external";
	readonly issuer: string;
	/** `usr_…` in a token of ours, `par_…` in that of a guest, otherwise the provider's name of the caller, unique together with the issuer. */
	readonly subject: string;
	/** Key of the rate limit of its requests: the session, the participant, or issuer and subject of an external token. */
	readonly rateLimitKey: string;
	/** `ses_…`; null in an external token, and in that of a guest. */
	readonly sessionId: string | null;
	/** Organization of the token; null: none. */
	readonly orgId: string | null;
	/** Role as stated by the issuer, possibly unknown to us; null: none. */
	readonly role: string | null;
	/** Known scopes granted by the issuer, without those they imply. */
	readonly scopes: readonly Scope[];
	/** Whether the issuer states that the subject is a system administrator. */
	readonly system: boolean;
	/** RFC 8176 values such as `pwd`; empty when the issuer does not state any. */
	readonly authMethods: readonly string[];
	/** Name of the person as the provider states it; null in a token of ours, and where the provider states none. */
	readonly name: string | null;
	/** `exp` of the token, Unix ms, without the tolerated clock skew. */
	readonly expiresAtMs: number;
}
