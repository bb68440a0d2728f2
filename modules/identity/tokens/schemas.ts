import { type Static, Type } from "@sinclair/typebox";
import { closed } from "#http/schemas";

/** One of our public keys (RFC 8037). */
const PublicKey = closed({
	kty: Type.Literal("OKP"),
	crv: Type.Literal("Ed25519"),
	x: Type.String({ description: "The public key, base64url." }),
	kid: Type.String({ description: "Key id, as in the header of the tokens it verifies." }),
	alg: Type.Literal("EdDSA"),
	use: Type.Literal("sig"),
});

/** All keys that verify our tokens. The next one is included long before it signs. */
export const KeySet = closed({ keys: Type.Array(PublicKey) });
export type KeySet = Static<typeof KeySet>;

/** Metadata that a resource server needs to verify our tokens (OpenID Connect Discovery, RFC 8414). */
export const ProviderMetadata = closed({
	issuer: Type.String({ description: "Issuer: the `iss` of access tokens." }),
	jwks_uri: Type.String({ description: "URL of the key set." }),
	response_types_supported: Type.Array(Type.String(), {
		description: "Empty: this service does not offer authorization through OIDC.",
	}),
	subject_types_supported: Type.Array(Type.String()),
	id_token_signing_alg_values_supported: Type.Array(Type.String()),
	scopes_supported: Type.Array(Type.String()),
	claims_supported: Type.Array(Type.String()),
});
export type ProviderMetadata = Static<typeof ProviderMetadata>;
