/** Signature algorithms accepted from the external issuer, never chosen by a token alone: its key must be meant for it. */
export const EXTERNAL_ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;
export type ExternalAlgorithm = (typeof EXTERNAL_ALGORITHMS)[number];

/**
 * Where the provider keeps what our own tokens call `org_id`, `role` and `scope`: a claim's name, or a path into nested
 * claims such as `realm_access.roles`. A name that exists as it stands (`https://example.com/role`) is no path.
 */
export interface ClaimNames {
	readonly orgId: string;
	readonly role: string;
	readonly scope: string;
}

/** The OIDC provider whose access tokens we accept beside our own. */
export interface ExternalIssuer {
	/** Exactly as in `iss`. */
	readonly issuer: string;
	/** Must be in `aud`. */
	readonly audience: string;
	readonly claimNames: ClaimNames;
	/**
	 * The provider's public key for a signature; null when it publishes none that fits.
	 * @param kid null when the token names none: then only a provider with a single fitting key has an answer
	 * @throws AppError `unavailable` when the provider was never reached
	 */
	findKey(kid: string | null, algorithm: ExternalAlgorithm): Promise<CryptoKey | null>;
}

/** Where operators read what became of the keys. */
export interface TokensLog {
	info(message: string): void;
	warn(message: string, fields?: { readonly error?: unknown }): void;
}
