import { operation, type Tag } from "#http/operation";
import { KeySet, ProviderMetadata } from "./schemas.ts";

const tag: Tag = { name: "Tokens", description: "How any resource server verifies our access tokens." };

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
		summary: "Describe how our access tokens are verified",
		description: "OpenID Connect Discovery metadata, not enveloped. Only what verifying an access token needs.",
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
		summary: "List the keys that verify our access tokens",
		description:
			"A JSON Web Key Set (RFC 7517), not enveloped: the key that signs, the next one, and a retired one for a day.",
		tag,
		responses: { 200: { description: "The key set.", schema: KeySet, example: { keys: [exampleKey] } } },
	}),
});
