import { Type } from "@sinclair/typebox";
import { selectable } from "#http/fields";
import { listQuery } from "#http/list";
import { closed, Id, Nullable, OneOf, Timestamp } from "#http/schemas";

/** Information of a client about the device it runs on. */
export const DeviceInfo = closed(
	{
		id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: "A random value kept by the client." })),
		name: Type.Optional(Type.String({ maxLength: 128, examples: ["Ada's laptop"] })),
		platform: Type.Optional(Type.String({ maxLength: 64 })),
		os: Type.Optional(Type.String({ maxLength: 64 })),
		browser: Type.Optional(Type.String({ maxLength: 64 })),
		appVersion: Type.Optional(Type.String({ maxLength: 32 })),
	},
	{ $id: "DeviceInfo" },
);
export type DeviceInfo = typeof DeviceInfo.static;

/** Delivery of the refresh token, a member of every sign-in. */
export const TokenDelivery = OneOf(
	["body", "cookie"] as const,
	"Where to return the refresh token: in the body (default), or in an HttpOnly cookie that only this service's " +
		"own pages can use.",
);
export type TokenDelivery = typeof TokenDelivery.static;

/** The person a token was issued to, as in the specification. */
export const TokenUser = closed({
	id: Type.String(),
	email: Type.String(),
	name: Type.String(),
	role: Type.String({ description: "The role in the token's organization, `system_admin`, or `none`." }),
});

/** Token result of a sign-in (spec "Token result", with the refresh token of first-party sign-ins). */
export const TokenResult = closed(
	{
		access_token: Type.String({ description: "A JWT; send it as `Authorization: Bearer`." }),
		token_type: Type.Literal("Bearer"),
		expires_in: Type.Integer({ description: "Seconds until the access token expires." }),
		refresh_token: Type.Optional(
			Type.String({ description: "Opaque; shown only once. Absent if it was set as a cookie." }),
		),
		refresh_expires_in: Type.Integer({ description: "Seconds until the session ends unless it is refreshed." }),
		scope: Type.String({ description: "Granted scopes, space-separated." }),
		user: TokenUser,
	},
	{ $id: "TokenResult" },
);
export type TokenResult = typeof TokenResult.static;
/** A token result as issued, before the delivery of its refresh token. */
export type IssuedTokens = TokenResult & { refresh_token: string };

/** Body of a refresh. */
export const RefreshRequest = closed(
	{
		refresh_token: Type.Optional(
			Type.String({ minLength: 1, maxLength: 256, description: "The refresh token. Default: the refresh cookie." }),
		),
		orgId: Type.Optional(Id("org", "organization to switch to; default: that of the session")),
	},
	{ $id: "RefreshSessionRequestBody" },
);
export type RefreshRequest = typeof RefreshRequest.static;

/** Body of a sign-out. */
export const LogoutRequest = closed(
	{ allDevices: Type.Optional(Type.Boolean({ description: "Ends every session of the user. Default false." })) },
	{ $id: "LogoutRequestBody" },
);
export type LogoutRequest = typeof LogoutRequest.static;

/** A signed-in device. */
export const Session = closed(
	{
		id: Id("ses", "the session"),
		device: Nullable(DeviceInfo),
		ip: Nullable(Type.String({ description: "IP address from which it was last refreshed." })),
		createdAt: Timestamp,
		lastSeenAt: Timestamp,
		expiresAt: Timestamp,
		current: Type.Boolean({ description: "Whether it is the session of this request." }),
		authMethods: Type.Array(Type.String(), { description: "RFC 8176 values such as `pwd` and `otp`." }),
	},
	{ $id: "Session" },
);
export type Session = typeof Session.static;

/** Members of a session that `fields` can select. */
export const sessionFields = selectable(Session);

const userId = Id("usr", "id of the person");
const sessionId = Id("ses", "the session");

/** Payload of a sign-in. */
export const SignedIn = closed(
	{
		userId,
		sessionId,
		authMethods: Type.Array(Type.String(), { description: "RFC 8176 values such as `pwd` and `otp`." }),
	},
	{ $id: "SignedIn" },
);

/** Payload of a sign-out: the sessions that ended. */
export const SignedOut = closed(
	{
		userId,
		sessionIds: Type.Array(sessionId, { description: "The newest of them, at most 100." }),
		hasMore: Type.Boolean({ description: "Whether more sessions ended than these." }),
	},
	{ $id: "SignedOut" },
);

/** Payload of the end of a session whose refresh token seems to have been stolen. */
export const CompromisedSession = closed({ userId, sessionId }, { $id: "CompromisedSession" });

/** Payload of a session's switch to another organization. */
export const SwitchedOrganization = closed(
	{ userId, sessionId, fromOrgId: Nullable(Id("org", "where it was before; null: in none")) },
	{ $id: "SwitchedOrganization" },
);

/** Query of the list of sessions. */
export const ListSessionsQuery = listQuery({});
export type ListSessionsQuery = typeof ListSessionsQuery.static;

/** Path parameters of a session. */
export const SessionParams = closed({ sessionId: Id("ses", "the session") });
