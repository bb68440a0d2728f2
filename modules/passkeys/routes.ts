import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok, okPage } from "#http/envelope";
import type { SessionCookies } from "#http/session-cookies";
import { DEFAULT_LIMIT } from "#kernel/cursor";
import { FreshProofRequest } from "#modules/mfa";
import { documentation } from "./documentation.ts";
import { ListPasskeysQuery, PasskeyLoginRequest, PasskeyParams, RegisterPasskeyRequest } from "./schemas.ts";
import type { PasskeysService } from "./service.ts";

/** Signing in with passkeys, and looking after one's own. */
export const passkeysRoutes = (service: PasskeysService, cookies: SessionCookies) =>
	new Elysia({ name: "passkeys", prefix: "/auth/passkeys" })
		.use(api)

		.post(
			"/register/options",
			async ({ call, body }) => ok("Passkey registration begun", await service.registerOptions(call, body)),
			{ requires: "session", whileSuspended: true, body: FreshProofRequest, ...documentation.registerOptions },
		)

		.post(
			"/register/verify",
			async ({ call, body, status }) => status(201, ok("Passkey registered", await service.register(call, body))),
			{ requires: "session", whileSuspended: true, body: RegisterPasskeyRequest, ...documentation.register },
		)

		.post("/login/options", async ({ call }) => ok("Passkey sign-in begun", await service.loginOptions(call)), {
			open: "it is how one gets a token",
			...documentation.loginOptions,
		})

		.post(
			"/login/verify",
			async ({ call, body, request, set }) => {
				const deviceToken = cookies.deviceOf(request, body.device?.id, body.tokenDelivery);
				const result = await service.login(call, body, deviceToken);
				return cookies.deliver(set, result, body.tokenDelivery, deviceToken);
			},
			{ open: "it is how one gets a token", body: PasskeyLoginRequest, ...documentation.login },
		)

		.get(
			"",
			async ({ call, query }) =>
				okPage("Passkeys retrieved", {
					items: await service.list(call, query.fields),
					page: { limit: DEFAULT_LIMIT, nextCursor: null, hasMore: false },
				}),
			{ requires: "session", whileSuspended: true, query: ListPasskeysQuery, ...documentation.list },
		)

		.delete(
			"/:id",
			async ({ call, params, body, status }) => {
				await service.remove(call, params.id, body);
				return status(204, undefined);
			},
			{
				requires: "session",
				whileSuspended: true,
				params: PasskeyParams,
				body: FreshProofRequest,
				...documentation.remove,
			},
		);
