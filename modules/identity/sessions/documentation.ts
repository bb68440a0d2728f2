import { Type } from "@sinclair/typebox";
import { pageResponse } from "#http/list";
import { operation, type Tag } from "#http/operation";
import { emptyResponse } from "#http/resource";
import { type Session, sessionFields, TokenResult } from "./schemas.ts";

/** The group of operations on signing in and on the caller's own account. */
export const authTag: Tag = {
	name: "Auth",
	description: "Signing in and out, sessions, and the profile of the signed-in person.",
};

const example: Session = {
	id: "ses_01jd0z7v9gf2nbrexx3vqjhp41",
	device: { name: "Ada's laptop", platform: "web", os: "Linux", browser: "Firefox 140" },
	ip: "192.0.2.7",
	createdAt: "2030-01-01T09:30:00.000Z",
	lastSeenAt: "2030-01-01T11:00:00.000Z",
	expiresAt: "2030-01-08T11:00:00.000Z",
	current: true,
	authMethods: ["pwd", "otp"],
};

/** The token result that sign-ins show as an example. */
export const exampleTokens: TokenResult = {
	access_token: "eyJhbGciOiJFZERTQSJ9.e30.c2ln",
	token_type: "Bearer",
	expires_in: 900,
	refresh_token: "Zk3Qm0l3…",
	refresh_expires_in: 604_800,
	scope: "org:read org:write",
	user: { id: "usr_01jd0z7v9gf2nbrexx3vqjhp41", email: "ada@example.edu", name: "Ada Lovelace", role: "owner" },
};

/** Response of every successful sign-in. */
export const signedIn = {
	description: "Signed in",
	schema: TokenResult,
	example: exampleTokens,
	headers: { "Set-Cookie": "Sets the refresh token and the device if `tokenDelivery` is `cookie`." },
};

/** Documentation of the operations on sessions. */
export const documentation = {
	refresh: operation({
		id: "refreshSession",
		summary: "Refresh the access token",
		description:
			"Returns a new access token and a new refresh token; the old refresh token can no longer be used. A " +
			"client that missed the response may repeat the request within 10 seconds and gets the same token, " +
			"unless that one has been used as well. Any other reuse is treated as theft and ends the session. " +
			"`orgId` switches the session to another of the user's organizations. Without `refresh_token`, the " +
			"refresh cookie is used if the request comes from one of our own pages (`Origin`), and the new token " +
			"is set in the cookie. A session ends after 30 days, or after 7 days without a refresh. A session " +
			"continues while its organization is suspended: its tokens can be used for what is still allowed, " +
			"such as resuming the organization.",
		tag: authTag,
		request: { refresh_token: "Zk3Qm0l3…", orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41" },
		responses: {
			200: {
				description: "The session continues with new tokens",
				schema: TokenResult,
				example: exampleTokens,
				headers: { "Set-Cookie": "Sets the next refresh token, if the last one came in the cookie." },
			},
		},
		errors: [
			"unauthenticated",
			"session_revoked",
			"token_revoked",
			"refresh_token_reused",
			"forbidden",
			"org_mismatch",
			"not_found",
			"purged",
		],
	}),

	logout: operation({
		id: "logout",
		tokenOptional: true,
		summary: "Sign out",
		description:
			"Ends the session of the access token (which may have expired) or of the refresh cookie, or with " +
			"`allDevices` every session of the user. Returns 204 even if there is no session to end. A refresh " +
			"cookie sent from another site's page is refused. A token made without a sign-in (`parley token`) " +
			"cannot use `allDevices`: 403 `forbidden` with `meta.reason` `no_sign_in`.",
		tag: authTag,
		request: { allDevices: false },
		responses: {
			204: {
				description: "Signed out",
				schema: Type.Void(),
				headers: { "Set-Cookie": "Removes the refresh cookie, if there was one." },
			},
		},
		errors: ["forbidden"],
	}),

	list: operation({
		id: "listSessions",
		summary: "List your sessions",
		description:
			"Lists the devices you are signed in on, most recent sign-in first. `lastSeenAt` is the time of the " +
			"last refresh.",
		tag: authTag,
		responses: { 200: pageResponse("A page of sessions", sessionFields.schema, "Sessions retrieved", example) },
		errors: ["forbidden"],
	}),

	end: operation({
		id: "endSession",
		summary: "End one of your sessions",
		description: "Signs the device out with its next request.",
		tag: authTag,
		responses: { 204: emptyResponse("Ended") },
		errors: ["forbidden", "not_found"],
	}),

	endOthers: operation({
		id: "endOtherSessions",
		summary: "End all your other sessions",
		tag: authTag,
		responses: { 204: emptyResponse("Ended") },
		errors: ["forbidden"],
	}),
};
