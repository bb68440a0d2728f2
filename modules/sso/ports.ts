/** What a sign-in at the provider must hold on to between its two requests. */
export interface AuthorizationChecks {
	/** Binds the answer to the browser that asked: comes back in the URL. */
	readonly state: string;
	/** Binds the ID token to this sign-in. */
	readonly nonce: string;
	/** Binds the code to this service: the provider knows only its SHA-256 (PKCE, RFC 7636). */
	readonly codeVerifier: string;
}

/** What the provider's redirect brought. */
export interface AuthorizationResponse {
	readonly code: string;
	/** Null where the provider, or whoever calls, left it out. */
	readonly state: string | null;
	/** Who answers (RFC 9207); null where the provider does not say. */
	readonly issuer: string | null;
}

/** An identity of an outside issuer. */
export interface Identity {
	/** `iss` */
	readonly issuer: string;
	/** `sub`: never reused by the issuer, unlike an address. */
	readonly subject: string;
}

/** Who signed in, as the provider vouches for it. Everything but `subject` is a claim that may be missing: null. */
export interface VerifiedIdentity extends Identity {
	readonly email: string | null;
	/** Whether the provider confirmed that the address belongs to the person. */
	readonly emailVerified: boolean;
	readonly name: string | null;
	readonly locale: string | null;
	/** RFC 8176 values; empty when the provider does not say. */
	readonly authMethods: readonly string[];
	/** Which organization of ours the provider puts the person in, and as what. */
	readonly orgId: string | null;
	readonly role: string | null;
}

/** The OIDC provider people sign in at. */
export interface IdentityProvider {
	/**
	 * Where the person is sent to sign in.
	 * @throws Error when the provider cannot be reached or answers nonsense
	 */
	authorizationUrl(proofs: AuthorizationChecks): Promise<string>;
	/**
	 * Exchanges a code. Null when the answer is none of this provider's, or the code is unknown, used or expired.
	 * @throws Error when the provider cannot be reached, answers nonsense, or its ID token is not for this sign-in
	 */
	exchange(answer: AuthorizationResponse, proofs: AuthorizationChecks): Promise<VerifiedIdentity | null>;
}

/** Where operators read what went wrong at the provider. */
export interface SsoLog {
	warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
