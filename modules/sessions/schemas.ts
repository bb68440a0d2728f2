import { Type } from "@sinclair/typebox";
import { closed } from "#http/schemas";

/** What a client says of the device it runs on. */
export const DeviceInfo = closed(
	{
		id: Type.Optional(Type.String({ maxLength: 128 })),
		name: Type.Optional(Type.String({ maxLength: 128, examples: ["Ada's laptop"] })),
		platform: Type.Optional(Type.String({ maxLength: 64 })),
		os: Type.Optional(Type.String({ maxLength: 64 })),
		browser: Type.Optional(Type.String({ maxLength: 64 })),
		appVersion: Type.Optional(Type.String({ maxLength: 32 })),
	},
	{ $id: "DeviceInfo" },
);
export type DeviceInfo = typeof DeviceInfo.static;

/** The person a token was issued to, as the specification shows them. */
export const TokenUser = closed({
	id: Type.String(),
	email: Type.String(),
	name: Type.String(),
	role: Type.String({ description: "The role in the token's organization, `system_admin`, or `none`." }),
});

/** The token result of a sign-in (spec "Token result", with the refresh token of first-party sign-ins). */
export const TokenResult = closed(
	{
		access_token: Type.String({ description: "A JWT; send it as `Authorization: Bearer`." }),
		token_type: Type.Literal("Bearer"),
		expires_in: Type.Integer({ description: "Seconds until the access token expires." }),
		refresh_token: Type.String({ description: "Opaque; shown once." }),
		refresh_expires_in: Type.Integer({ description: "Seconds until the session ends unless it is refreshed." }),
		scope: Type.String({ description: "Granted scopes, space-separated." }),
		user: TokenUser,
	},
	{ $id: "TokenResult" },
);
export type TokenResult = typeof TokenResult.static;
