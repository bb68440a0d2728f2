import { Type } from "@sinclair/typebox";
import { closed, Id, Nullable, OneOf } from "#http/schemas";
import { ORGANIZATION_STATES, ROLES } from "#kernel/principal";

const Email = Type.String({ minLength: 3, maxLength: 254, description: "an e-mail address", examples: ["ada@example.edu"] });

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

export const LoginRequest = closed(
	{
		email: Email,
		password: Type.String({ minLength: 1, maxLength: 1024 }),
		orgId: Type.Optional(Id("org", "the organization to sign in to; default: the oldest membership")),
		device: Type.Optional(DeviceInfo),
	},
	{ $id: "LoginRequest" },
);
export type LoginRequest = typeof LoginRequest.static;

const TokenUser = closed({
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

export const LogoutRequest = closed({
	allDevices: Type.Optional(Type.Boolean({ description: "End every session of the user. Default false." })),
});
export type LogoutRequest = typeof LogoutRequest.static;

/** The signed-in person. */
export const Profile = closed(
	{
		id: Type.String(),
		email: Nullable(Type.String()),
		emailVerified: Type.Boolean(),
		name: Type.String(),
		systemAdmin: Type.Boolean(),
		activeOrgId: Nullable(Type.String()),
		role: Nullable(Type.String()),
		scopes: Type.Array(Type.String()),
		locale: Nullable(Type.String()),
		timezone: Nullable(Type.String()),
		memberships: Type.Array(
			closed({
				orgId: Type.String(),
				name: Type.String(),
				role: OneOf(ROLES, "role in the organization"),
				state: OneOf(ORGANIZATION_STATES, "state of the organization"),
			}),
		),
	},
	{ $id: "Profile" },
);
export type Profile = typeof Profile.static;
