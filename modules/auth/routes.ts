import { Elysia } from "elysia";
import { api } from "#http/api";
import { FieldsQuery } from "#http/fields";
import { operation } from "#http/operation";
import { answerRead, notModified, okAnswer } from "#http/resource";
import { authTag, exampleTokens, type SessionCookies, signedIn } from "#modules/sessions";
import { LoginRequest, profileFields } from "./schemas.ts";
import type { AuthService } from "./service.ts";

/** Sign in, who am I. */
export const authRoutes = (service: AuthService, cookies: SessionCookies) =>
	new Elysia({ name: "auth", prefix: "/auth" })
		.use(api)

		.post(
			"/login",
			async ({ context, body, request, set }) => {
				const deviceToken = cookies.deviceOf(request, body.device?.id, body.tokenDelivery);
				const result = await service.login(context, body, deviceToken);
				return cookies.deliver(set, result, body.tokenDelivery, deviceToken);
			},
			{
				open: "it is how one gets a token",
				body: LoginRequest,
				...operation({
					id: "login",
					summary: "Sign in with e-mail and password",
					description:
						"Answers an access token for the organization asked for, or for the oldest membership. An unknown address and a wrong " +
						"password get the same answer in the same time. Who has an authenticator gets `mfa_required` with a challenge for " +
						"`POST /auth/mfa/verify`. Who repeats wrong attempts has to wait; a device that signed in before (`device.id`, or the device " +
						"cookie) is counted by itself, so strangers cannot lock it out.",
					tag: authTag,
					request: { email: "ada@example.edu", password: "correct horse battery staple" },
					answers: { 200: signedIn },
					errors: ["invalid_credentials", "email_not_verified", "mfa_required", "org_mismatch"],
				}),
			},
		)

		.get(
			"/profile",
			async ({ context, query, set }) =>
				answerRead(context, set, "Profile retrieved", await service.profile(context, query.fields)),
			{
				requires: "session",
				whileClosed: true,
				query: FieldsQuery,
				...operation({
					id: "getProfile",
					summary: "Get the signed-in person",
					tag: authTag,
					answers: {
						200: {
							...okAnswer(
								"The caller, the active organization and every membership",
								profileFields.schema,
								"Profile retrieved",
								{
									id: exampleTokens.user.id,
									email: exampleTokens.user.email,
									emailVerified: true,
									name: exampleTokens.user.name,
									systemAdmin: false,
									activeOrgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
									role: "owner",
									scopes: ["org:read"],
									locale: null,
									timezone: null,
									avatarUrl: null,
									memberships: [
										{
											orgId: "org_01jd0z7v9gf2nbrexx3vqjhp41",
											name: "Green Valley High School",
											role: "owner",
											state: "active",
										},
									],
									mfa: { totp: true, recoveryCodesLeft: 10, passkeys: 1 },
								},
							),
							headers: { ETag: "The version, for If-Match of `PATCH /auth/update-profile` and If-None-Match." },
						},
						304: notModified,
					},
				}),
			},
		);
