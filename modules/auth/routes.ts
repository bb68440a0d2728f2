import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { api } from "#http/api";
import { Envelope, ok } from "#http/envelope";
import { operation } from "#http/operation";
import { TokenResult } from "#modules/sessions";
import { LoginRequest, LogoutRequest, Profile } from "./schemas.ts";
import type { AuthService } from "./service.ts";

const TAG = "Auth";

const exampleUser = {
	id: "usr_01jd0z7v9gf2nbrexx3vqjhp41",
	email: "ada@example.edu",
	name: "Ada Lovelace",
	role: "owner",
};

/** Sign in, sign out, who am I. */
export const authRoutes = (service: AuthService) =>
	new Elysia({ name: "auth", prefix: "/auth" })
		.use(api)

		.post("/login", ({ call, body }) => service.login(call, body), {
			open: "it is how one gets a token",
			body: LoginRequest,
			...operation({
				id: "login",
				summary: "Sign in with e-mail and password",
				description:
					"Answers an access token for the organization asked for, or for the oldest membership. An unknown address and a wrong password get the same answer in the same time.",
				tag: TAG,
				request: { email: "ada@example.edu", password: "correct horse battery staple" },
				answers: {
					200: {
						description: "Signed in",
						schema: TokenResult,
						example: {
							access_token: "eyJhbGciOiJFZERTQSJ9.e30.c2ln",
							token_type: "Bearer",
							expires_in: 900,
							refresh_token: "Zk3Qm0l3…",
							refresh_expires_in: 604800,
							scope: "org:read org:write",
							user: exampleUser,
						},
					},
				},
				errors: ["invalid_credentials", "org_mismatch"],
			}),
		})

		.post(
			"/logout",
			async ({ call, body, status }) => {
				await service.logout(call, body);
				return status(204, undefined);
			},
			{
				open: "it works with an expired token too",
				body: LogoutRequest,
				...operation({
					id: "logout",
					tokenOptional: true,
					summary: "End the session",
					description:
						"Ends the session of the token, or with `allDevices` every session of its user. Always 204, also with a token that no longer counts.",
					tag: TAG,
					request: { allDevices: false },
					answers: { 204: { description: "Signed out", schema: Type.Void() } },
				}),
			},
		)

		.get("/profile", async ({ call }) => ok("Profile retrieved", await service.profile(call)), {
			requires: "session",
			whileSuspended: true,
			...operation({
				id: "getProfile",
				summary: "Get the signed-in person",
				tag: TAG,
				answers: {
					200: {
						description: "The caller, the active organization and every membership",
						schema: Envelope(Profile),
						example: ok("Profile retrieved", {
							id: exampleUser.id,
							email: exampleUser.email,
							emailVerified: true,
							name: exampleUser.name,
							systemAdmin: false,
							activeOrgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
							role: "owner",
							scopes: ["org:read"],
							locale: null,
							timezone: null,
							memberships: [
								{
									orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
									name: "Green Valley High School",
									role: "owner",
									state: "active",
								},
							],
						}),
					},
				},
			}),
		});
