import { Elysia } from "elysia";
import { api } from "#http/api";
import { operation, type Tag } from "#http/operation";
import { SCOPES } from "#kernel/scopes";
import { KeySet, ProviderMetadata } from "./schemas.ts";
import type { TokensService } from "./service.ts";

const tag: Tag = { name: "Tokens", description: "How any resource server verifies our access tokens." };

/** Both documents change by a rotation only, and the next key is published long before it signs. */
const CACHE_CONTROL = "public, max-age=3600";

const EXAMPLE_KEY = {
	kty: "OKP",
	crv: "Ed25519",
	x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
	kid: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
	alg: "EdDSA",
	use: "sig",
};

/** How any resource server can verify our tokens. @param publicUrl `PUBLIC_URL` without a trailing slash */
export function tokensRoutes(tokens: TokensService, publicUrl: string) {
	const metadata: ProviderMetadata = {
		issuer: publicUrl,
		jwks_uri: `${publicUrl}/.well-known/jwks.json`,
		response_types_supported: [],
		subject_types_supported: ["public"],
		id_token_signing_alg_values_supported: ["EdDSA"],
		scopes_supported: [...SCOPES],
		claims_supported: "iss sub aud exp iat jti sid org_id role scope amr sys".split(" "),
	};
	const open = "Public keys are public: whoever is sent one of our tokens may verify it.";

	return new Elysia({ name: "tokens.routes" })
		.use(api)
		.get(
			"/.well-known/openid-configuration",
			({ set }) => {
				set.headers["cache-control"] = CACHE_CONTROL;
				return metadata;
			},
			{
				open,
				...operation({
					id: "getOpenidConfiguration",
					summary: "Describe how our access tokens are verified",
					description: "OpenID Connect Discovery metadata, not enveloped. Only what verifying an access token needs.",
					tag,
					answers: {
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
			},
		)
		.get(
			"/.well-known/jwks.json",
			({ set }) => {
				set.headers["cache-control"] = CACHE_CONTROL;
				return tokens.jwks();
			},
			{
				open,
				...operation({
					id: "getJwks",
					summary: "List the keys that verify our access tokens",
					description:
						"A JSON Web Key Set (RFC 7517), not enveloped: the key that signs, the next one, and a retired one for a day.",
					tag,
					answers: { 200: { description: "The key set.", schema: KeySet, example: { keys: [EXAMPLE_KEY] } } },
				}),
			},
		);
}
