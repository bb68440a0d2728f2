import { Type } from "@sinclair/typebox";
import { operation } from "#http/operation";
import { authTag } from "#modules/sessions";
import { AccessToken } from "./schemas.ts";

const cookie = "The refresh token, HttpOnly, for `POST /auth/refresh`; and the end of the sign-in's own cookie.";

/** Documentation of signing in at a provider. */
export const documentation = {
	authorize: operation({
		id: "authorize",
		summary: "Start signing in at the identity provider",
		description:
			"For a browser: sends it to the OIDC provider with PKCE (S256), `state` and `nonce`, and sets an HttpOnly cookie that only this browser has. " +
			"The sign-in can be finished for ten minutes, in as many tabs as were started.",
		tag: authTag,
		responses: {
			302: {
				description: "To the provider",
				schema: Type.Void(),
				headers: {
					Location: "The provider's authorization endpoint.",
					"Set-Cookie": "Binds the sign-in to this browser.",
				},
			},
		},
		errors: ["provider_not_configured"],
	}),

	callback: operation({
		id: "callback",
		summary: "Exchange the provider's code for an access token",
		description:
			"Where the provider sends the browser back to. Each sign-in can be finished once. A person who is new here gets an account; " +
			"an account of the same address is linked when both the provider and we have confirmed the address. " +
			"When the start asked for a `redirect`, the answer is 302 to that page instead, with `?error=<code>` if the sign-in failed.",
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
				description: "To the page the start asked for",
				schema: Type.Void(),
				headers: { Location: "The page; with `error` in its query if the sign-in failed.", "Set-Cookie": cookie },
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
		],
	}),
};
