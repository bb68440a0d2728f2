import { operation, type Tag } from "#http/operation";
import { KeySet, ProviderMetadata } from "./schemas.ts";

const tag: Tag = {
	name: "Tokens",
	description: "Keys and metadata with which any resource server can verify access tokens.",
};

const exampleKey = {
	kty: "OKP",
	crv: "Ed25519",
	x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
	kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
	alg: "EdDSA",
	use: "sig",
};

/** Returns the documentation of the operations on token keys. @param metadata of this installation */
export const documentationOf = (metadata: ProviderMetadata) => ({
	metadata: operation({
		id: "getOpenidConfiguration",
		summary: "Get the OpenID Connect metadata",
		description:
			"Returns OpenID Connect Discovery metadata without the response envelope, limited to what is needed " +
			"to verify an access token.",
		tag,
		responses: {
			200: {
				description: "The metadata.",
				schema: ProviderMetadata,
				example: {
					...metadata,
					issuer: "https://api.example.edu",
					jwks_uri: "https://api.example.edu/.well-known/jwks.json",
				},
			},
		},
	}),

	keys: operation({
		id: "getJwks",
		summary: "Get the keys that verify access tokens",
		description:
			"Returns a JSON Web Key Set (RFC 7517) without the response envelope: the current signing key, the " +
			"next one, and a retired key for one day.",
		tag,
		responses: { 200: { description: "The key set.", schema: KeySet, example: { keys: [exampleKey] } } },
	}),
});
