import { Elysia } from "elysia";
import { api } from "#http/api";
import { SCOPES } from "#kernel/scopes";
import { documentationOf } from "./documentation.ts";
import type { ProviderMetadata } from "./schemas.ts";
import type { TokensService } from "./service.ts";

/** Caching is safe: both documents change only by a rotation, and the next key is published long before it signs. */
const CACHE_CONTROL = "public, max-age=3600";

/**
 * Creates the routes by which any resource server can verify our tokens.
 * @param publicUrl `PUBLIC_URL` without a trailing slash
 */
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
	const open = "public keys are public: anyone may verify our tokens";
	const documentation = documentationOf(metadata);

	return new Elysia({ name: "tokens.routes" })
		.use(api)
		.get(
			"/.well-known/openid-configuration",
			({ set }) => {
				set.headers["cache-control"] = CACHE_CONTROL;
				return metadata;
			},
			{ open, ...documentation.metadata },
		)
		.get(
			"/.well-known/jwks.json",
			({ set }) => {
				set.headers["cache-control"] = CACHE_CONTROL;
				return tokens.jwks();
			},
			{ open, ...documentation.keys },
		);
}
