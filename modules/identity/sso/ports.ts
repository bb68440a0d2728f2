/** Values of a sign-in that are verified when the provider redirects back. */
export interface AuthorizationChecks {
	/** Binds the response to the browser that started; returned in the URL. */
	readonly state: string;
	/** Binds the ID token to this sign-in. */
	readonly nonce: string;
	/** Binds the code to this service: the provider knows only its SHA-256 (PKCE, RFC 7636). */
	readonly codeVerifier: string;
}

/** Authorization response in the provider's redirect (RFC 6749 §4.1.2). */
export interface AuthorizationResponse {
	readonly code: string;
	/** Null when missing. */
	readonly state: string | null;
	/** Issuer of the response (RFC 9207); null when missing. */
	readonly issuer: string | null;
}

/** An identity of an external issuer. */
export interface Identity {
	/** `iss` */
	readonly issuer: string;
	/** `sub`: never reused by the issuer, unlike an address. */
	readonly subject: string;
}

/** An identity authenticated by the provider. Claims other than `subject` are null when missing. */
export interface VerifiedIdentity extends Identity {
	readonly email: string | null;
	/** Whether the provider has verified that the address belongs to the person. */
	readonly emailVerified: boolean;
	readonly name: string | null;
	readonly locale: string | null;
	/** RFC 8176 values; empty when unknown. */
	readonly authMethods: readonly string[];
	/** Our organization of which the provider makes the person a member, with `role`. */
	readonly orgId: string | null;
	readonly role: string | null;
}

/** An OIDC provider. */
export interface IdentityProvider {
	/**
	 * Returns the URL where the person signs in.
	 * @throws Error when the provider cannot be reached or its response is invalid
	 */
	authorizationUrl(checks: AuthorizationChecks): Promise<string>;
	/**
	 * Exchanges a code. Null when the response is not this provider's, or the code is unknown, used or expired.
	 * @throws Error when the provider cannot be reached, its response is invalid, or its ID token is not for this sign-in
	 */
	exchange(response: AuthorizationResponse, checks: AuthorizationChecks): Promise<VerifiedIdentity | null>;
}

/** Log for failures at the provider. */
export interface SsoLog {
	warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
