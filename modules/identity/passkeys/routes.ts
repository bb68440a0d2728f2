import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok, okPage } from "#http/envelope";
import { FieldsQuery } from "#http/fields";
import { FreshProofRequest } from "#modules/identity/mfa";
import type { SessionCookies } from "#modules/identity/sessions";
import { documentation } from "./documentation.ts";
import { PasskeyLoginRequest, PasskeyOptionsQuery, PasskeyParams, RegisterPasskeyRequest } from "./schemas.ts";
import type { PasskeysService } from "./service.ts";

/** Returns the routes of passkeys: sign-in, registration, list and removal. */
export const passkeysRoutes = (service: PasskeysService, cookies: SessionCookies) =>
	new Elysia({ name: "passkeys", prefix: "/auth/passkeys" })
		.use(api)

		.post(
			"/register/options",
			async ({ context, body }) => ok("Passkey registration started", await service.registerOptions(context, body)),
			{
				requires: "session",
				whileClosed: true,
				body: FreshProofRequest,
				ignoresKey: "credential",
				...documentation.registerOptions,
			},
		)

		.post(
			"/register/verify",
			async ({ context, body, status }) => status(201, ok("Passkey registered", await service.register(context, body))),
			{ requires: "session", whileClosed: true, body: RegisterPasskeyRequest, ...documentation.register },
		)

		.post(
			"/login/options",
			async ({ context, query }) => ok("Passkey sign-in started", await service.loginOptions(context, query)),
			{
				open: "this is how clients get a token",
				ignoresKey: "credential",
				// Has limits of its own; pages that suggest passkeys must not use up the writes of their network.
				readsOnly: true,
				query: PasskeyOptionsQuery,
				...documentation.loginOptions,
			},
		)

		.post(
			"/login/verify",
			async ({ context, body, request, set }) => {
				const deviceToken = cookies.deviceTokenOf(request, body.device?.id, body.tokenDelivery);
				const result = await service.login(context, body, deviceToken);
				return cookies.deliver(set, result, body.tokenDelivery, deviceToken);
			},
			{
				open: "this is how clients get a token",
				body: PasskeyLoginRequest,
				ignoresKey: "credential",
				...documentation.login,
			},
		)

		.get("", async ({ context, query }) => okPage("Passkeys retrieved", await service.list(context, query.fields)), {
			requires: "session",
			whileClosed: true,
			query: FieldsQuery,
			...documentation.list,
		})

		.delete(
			"/:id",
			async ({ context, params, body, status }) => {
				await service.remove(context, params.id, body);
				return status(204, undefined);
			},
			{
				requires: "session",
				whileClosed: true,
				params: PasskeyParams,
				body: FreshProofRequest,
				...documentation.remove,
			},
		);
