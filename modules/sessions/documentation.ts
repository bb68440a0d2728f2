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
	headers: { "Set-Cookie": "The refresh token and the device, when `tokenDelivery` is `cookie`." },
};

/** Documentation of the operations on sessions. */
export const documentation = {
	refresh: operation({
		id: "refreshSession",
		summary: "Exchange the refresh token",
		description:
			"Answers a new access token and the next refresh token; the old one is spent. A client that lost the answer may repeat the " +
			"request for 10 seconds and gets the same token, as long as that was not spent too. A spent token that comes back otherwise was " +
			"stolen: the session ends. With `orgId` the session switches to another organization of the user. Without `refresh_token` the refresh cookie counts, if the request " +
			"comes from one of our own pages (`Origin`); then the next token goes into the cookie. A session ends after 30 days, or 7 days " +
			"without a refresh. While the organization is suspended the session goes on: its tokens reach what is still allowed, such as " +
			"resuming it.",
		tag: authTag,
		request: { refresh_token: "Zk3Qm0l3…", orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41" },
		responses: {
			200: {
				description: "The session goes on",
				schema: TokenResult,
				example: exampleTokens,
				headers: { "Set-Cookie": "The next refresh token, when the last came in the cookie." },
			},
		},
		errors: [
			"unauthenticated",
			"session_revoked",
			"token_revoked",
			"refresh_token_reused",
			"forbidden",
			"org_mismatch",
		],
	}),

	logout: operation({
		id: "logout",
		tokenOptional: true,
		summary: "End the session",
		description:
			"Ends the session of the access token (an expired one will do) or of the refresh cookie; with `allDevices` every session of the " +
			"user. 204 also when there is nothing to end. A refresh cookie sent from a foreign page is refused, and `allDevices` with a token " +
			"nobody signed in for (`parley token`): 403 `forbidden`, `meta.reason` `no_sign_in`.",
		tag: authTag,
		request: { allDevices: false },
		responses: {
			204: {
				description: "Signed out",
				schema: Type.Void(),
				headers: { "Set-Cookie": "Removes the refresh cookie, when there was one." },
			},
		},
		errors: ["forbidden"],
	}),

	list: operation({
		id: "listSessions",
		summary: "List your sessions",
		description: "The devices you are signed in on, the newest sign-in first. `lastSeenAt` is the last refresh.",
		tag: authTag,
		responses: { 200: pageResponse("A page of sessions", sessionFields.schema, "Sessions retrieved", example) },
		errors: ["forbidden"],
	}),

	end: operation({
		id: "endSession",
		summary: "End one of your sessions",
		description: "The device is signed out with its next request.",
		tag: authTag,
		responses: { 204: emptyResponse("Ended") },
		errors: ["forbidden", "not_found"],
	}),

	endOthers: operation({
		id: "endOtherSessions",
		summary: "End all your sessions but this one",
		tag: authTag,
		responses: { 204: emptyResponse("Ended") },
		errors: ["forbidden"],
	}),
};
