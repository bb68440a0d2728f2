import { Type } from "@sinclair/typebox";
import { closed, Id, OneOf } from "#http/schemas";
import { TokenUser } from "#modules/identity/sessions";

/** Query that starts a sign-in. */
export const AuthorizeQuery = closed({
	provider: Type.Optional(OneOf(["oidc"], "The identity provider: the one configured as `OIDC_ISSUER`.")),
	redirect: Type.Optional(
		Type.String({
			description:
				"Page to return to after the callback, on the origin of `PUBLIC_URL` or one of `CORS_ORIGINS`, " +
				"or a path on this service. Without it, the callback returns JSON.",
			examples: ["https://app.example.edu/signed-in"],
		}),
	),
	orgId: Type.Optional(
		Id(
			"org",
			"the organization to sign in to; default: the one the provider names, otherwise that of the oldest " +
				"membership",
		),
	),
});
export type AuthorizeQuery = typeof AuthorizeQuery.static;

/** Query of the provider's redirect. Providers add parameters of their own, so unknown ones are ignored. */
export const CallbackQuery = Type.Object(
	{
		code: Type.Optional(Type.String({ description: "The authorization code. Required unless `error` is given." })),
		state: Type.Optional(
			Type.String({
				description:
					"The `state` from the start of the sign-in. Without it, the sign-in is found by its HttpOnly cookie.",
			}),
		),
		iss: Type.Optional(
			Type.String({ description: "Issuer of the response (RFC 9207).", examples: ["https://id.example.edu"] }),
		),
		error: Type.Optional(Type.String({ description: "The error, if there is no code.", examples: ["access_denied"] })),
	},
	{ additionalProperties: Type.String() },
);
export type CallbackQuery = typeof CallbackQuery.static;

const userId = Id("usr", "id of the person");

/** Payload of the linking or unlinking of a provider's identity. */
export const IdentityLink = closed(
	{ userId, issuer: Type.String({ description: "`iss` of the identity.", examples: ["https://id.example.edu"] }) },
	{ $id: "IdentityLink" },
);

/** Token result of the callback, exactly as in the specification; the refresh token is delivered in a cookie. */
export const AccessToken = closed(
	{
		access_token: Type.String({ description: "A JWT; send it as `Authorization: Bearer`." }),
		token_type: Type.Literal("Bearer"),
		expires_in: Type.Integer({ description: "Seconds until the access token expires." }),
		user: TokenUser,
	},
	{ $id: "AccessToken" },
);
export type AccessToken = typeof AccessToken.static;
