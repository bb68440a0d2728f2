import type { SignatureAlgorithm } from "#kernel/jwk-set";

/**
 * Claims of the provider that correspond to `org_id`, `role` and `scope` in our own tokens: a claim's name, or a path into
 * nested claims such as `realm_access.roles`. An existing name with dots (`https://example.com/role`) is not a path.
 */
export interface ClaimNames {
	readonly orgId: string;
	readonly role: string;
	readonly scope: string;
}

/** The OIDC provider whose access tokens we accept in addition to our own. */
export interface ExternalIssuer {
	/** Exactly as in `iss`. */
	readonly issuer: string;
	/** Must be in `aud`. */
	readonly audience: string;
	readonly claimNames: ClaimNames;
	/**
	 * Returns the provider's public key for a signature; null when it publishes no suitable one.
	 * @param kid null when the token has none: a key is then found only if exactly one is suitable
	 * @throws AppError `unavailable` when the provider was never reached
	 */
	findKey(kid: string | null, algorithm: SignatureAlgorithm): Promise<CryptoKey | null>;
}

/** Log of events concerning the keys, for operators. */
export interface TokensLog {
	info(message: string): void;
	warn(message: string, fields?: { readonly error?: unknown }): void;
}
