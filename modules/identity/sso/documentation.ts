import { Type } from "@sinclair/typebox";
import { operation } from "#http/operation";
import { authTag } from "#modules/identity/sessions";
import { AccessToken } from "./schemas.ts";

const cookie = "Sets the refresh token for `POST /auth/refresh` (HttpOnly), and removes the cookie of the sign-in.";

/** Documentation of signing in at a provider. */
export const documentation = {
	authorize: operation({
		id: "authorize",
		summary: "Start a sign-in with the identity provider",
		description:
			"For browsers: redirects to the OIDC provider with PKCE (S256), `state` and `nonce`, and sets an " +
			"HttpOnly cookie that binds the sign-in to the browser. The sign-in must be completed within ten " +
			"minutes; several tabs may sign in at the same time.",
		tag: authTag,
		responses: {
			302: {
				description: "Redirects to the provider",
				schema: Type.Void(),
				headers: {
					Location: "The provider's authorization endpoint.",
					"Set-Cookie": "Cookie that binds the sign-in to this browser.",
				},
			},
		},
		errors: ["provider_not_configured"],
	}),

	callback: operation({
		id: "callback",
		summary: "Complete a sign-in with the identity provider",
		description:
			"The address to which the provider sends the browser back; exchanges the provider's code for an " +
			"access token. Each sign-in can be completed once. A new user gets an account; an existing account " +
			"with the same address is linked if both the provider and this service have verified the address. If " +
			"the sign-in was started with `redirect`, the response is a 302 to that page, with `?error=<code>` " +
			"if the sign-in failed.",
		tag: authTag,
		responses: {
			200: {
				description: "Signed in",
				schema: AccessToken,
				example: {
					access_token: "eyJhbGciOiJFZERTQSJ9.e30.c2ln",
					token_type: "Bearer",
					expires_in: 900,
					user: {
						id: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
						email: "ada@example.edu",
						name: "Ada Lovelace",
						role: "manager",
					},
				},
				headers: { "Set-Cookie": cookie },
			},
			302: {
				description: "Redirects to the requested page",
				schema: Type.Void(),
				headers: { Location: "The page, with `error` in its query if the sign-in failed.", "Set-Cookie": cookie },
			},
		},
		errors: [
			"validation_failed",
			"record_not_found",
			"oauth_denied",
			"oauth_exchange_failed",
			"email_not_verified",
			"forbidden",
			"org_mismatch",
			"not_found",
			"purged",
		],
	}),
};
