import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import type { SessionCookies } from "#modules/identity/sessions";
import { documentation } from "./documentation.ts";
import { ConfirmTotpRequest, FreshProofRequest, VerifyMfaRequest } from "./schemas.ts";
import type { MfaService } from "./service.ts";

/** Returns the routes of second factors. */
export const mfaRoutes = (service: MfaService, cookies: SessionCookies) =>
	new Elysia({ name: "mfa", prefix: "/auth/mfa" })
		.use(api)

		.post(
			"/verify",
			async ({ context, body, request, set }) => {
				const { tokenDelivery, ...response } = body;
				const deviceToken = cookies.deviceTokenOf(request, body.device?.id, tokenDelivery);
				const result = await service.verify(context, { ...response, deviceToken });
				return cookies.deliver(set, result, tokenDelivery, deviceToken);
			},
			{ open: "it completes a sign-in", body: VerifyMfaRequest, ignoresKey: "credential", ...documentation.verify },
		)

		.post(
			"/totp",
			async ({ context, body, status }) =>
				status(201, ok("Authenticator setup started", await service.beginTotp(context, body))),
			{
				requires: "session",
				whileClosed: true,
				body: FreshProofRequest,
				ignoresKey: "credential",
				...documentation.begin,
			},
		)

		.post(
			"/totp/confirm",
			async ({ context, body }) => ok("Authenticator activated", await service.confirmTotp(context, body.code)),
			{
				requires: "session",
				whileClosed: true,
				body: ConfirmTotpRequest,
				checks: service.checkFirstCode,
				ignoresKey: "credential",
				...documentation.confirm,
			},
		)

		.delete(
			"/totp",
			async ({ context, body, status }) => {
				await service.removeTotp(context, body);
				return status(204, undefined);
			},
			{ requires: "session", whileClosed: true, body: FreshProofRequest, ...documentation.remove },
		)

		.post(
			"/recovery-codes",
			async ({ context, body, status }) =>
				status(201, ok("Recovery codes created", await service.renewRecoveryCodes(context, body))),
			{
				requires: "session",
				whileClosed: true,
				body: FreshProofRequest,
				ignoresKey: "credential",
				...documentation.renewRecoveryCodes,
			},
		);
