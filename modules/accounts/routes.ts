import { Elysia } from "elysia";
import { api } from "#http/api";
import { tag } from "#http/conditional";
import { ok } from "#http/envelope";
import { acceptedLanguages } from "#platform/mail";
import { documentation } from "./documentation.ts";
import {
	EmailRequest,
	RegisterRequest,
	RequestResetRequest,
	ResetPasswordRequest,
	UpdateProfileRequest,
	VerifyEmailRequest,
} from "./schemas.ts";
import type { AccountsService } from "./service.ts";

const languagesOf = (request: Request): string[] =>
	acceptedLanguages(request.headers.get("accept-language") ?? undefined);

/** How people come to an account, prove it, regain it and change it. */
export const accountsRoutes = (service: AccountsService) =>
	new Elysia({ name: "accounts", prefix: "/auth" })
		.use(api)

		.post(
			"/register",
			async ({ call, body, request, status }) => {
				const account = await service.register(call, body, languagesOf(request));
				if (account) return status(201, ok("Account created", account));
				return status(202, ok("Check your mail", { next: "verify_email" as const }));
			},
			{ open: "it is how one gets an account", body: RegisterRequest, ...documentation.register },
		)

		.post(
			"/verify-email",
			async ({ call, body }) => ok("E-mail address confirmed", await service.verifyEmail(call, body)),
			{
				open: "the mailed token is the proof; for a new address it looks at the caller itself",
				body: VerifyEmailRequest,
				...documentation.verifyEmail,
			},
		)

		.post(
			"/verify-email/resend",
			async ({ call, body, request, status }) => {
				await service.resendVerification(call, body.email, languagesOf(request));
				return status(202, ok("Check your mail", {}));
			},
			{
				open: "who has not confirmed the address cannot sign in",
				body: EmailRequest,
				...documentation.resendVerification,
			},
		)

		.post(
			"/forgot-password",
			async ({ call, body, request, status }) => {
				await service.forgotPassword(call, body.email, languagesOf(request));
				return status(202, ok("Check your mail", {}));
			},
			{ open: "who forgot the password cannot sign in", body: EmailRequest, ...documentation.forgotPassword },
		)

		.post(
			"/request-reset-password",
			async ({ call, body, request, status }) => {
				const requested = await service.requestPasswordReset(call, body, languagesOf(request));
				return status(202, ok("Password reset requested", requested));
			},
			{
				open: "with an address it is `forgot-password`; with a person it looks at the token itself",
				body: RequestResetRequest,
				...documentation.requestPasswordReset,
			},
		)

		.post(
			"/reset-password",
			async ({ call, body }) => ok("Password changed", await service.resetPassword(call, body)),
			{ open: "the mailed token is the proof", body: ResetPasswordRequest, ...documentation.resetPassword },
		)

		.patch(
			"/update-profile",
			async ({ call, body, set }) => {
				const { data, version, variant } = await service.updateProfile(call, body);
				tag(set, version, variant);
				return ok("Profile updated", data);
			},
			{ requires: "session", whileSuspended: true, body: UpdateProfileRequest, ...documentation.updateProfile },
		);
