import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { acceptedLanguages } from "#platform/mail";
import { documentation } from "./documentation.ts";
import {
	EmailRequest,
	RegisterRequest,
	RequestResetRequest,
	ResetPasswordRequest,
	VerifyEmailRequest,
} from "./schemas.ts";
import type { AccountsService } from "./service.ts";

const languagesOf = (request: Request): string[] =>
	acceptedLanguages(request.headers.get("accept-language") ?? undefined);

/** What somebody does next who asked for a mail. Where none is sent, nobody is told to wait for one. */
const nextStep = ({ sendsMail }: AccountsService): string =>
	sendsMail
		? "Check your mail"
		: "This server does not send mail: ask an administrator of your organization for a link to choose a new password";
/** The same of who asked for the link that confirms an address. */
const nextStepToConfirm = ({ sendsMail }: AccountsService): string =>
	sendsMail ? "Check your mail" : "This server does not send mail: sign in without confirming the address";

/** Returns the routes of accounts: registration, confirmation, recovery. */
export const accountsRoutes = (service: AccountsService) =>
	new Elysia({ name: "accounts", prefix: "/auth" })
		.use(api)

		.post(
			"/register",
			async ({ context, body, request, status }) => {
				const account = await service.register(context, body, languagesOf(request));
				if (account) return status(201, ok("Account created", account));
				return status(202, ok("Check your mail", { next: "verify_email" as const }));
			},
			{
				open: "this is how people get an account",
				body: RegisterRequest,
				checks: service.checkPassword,
				...documentation.register,
			},
		)

		.post(
			"/verify-email",
			async ({ context, body }) => ok("E-mail address confirmed", await service.verifyEmail(context, body)),
			{
				open: "the mailed token is the proof; for a changed address, the operation authenticates the caller itself",
				body: VerifyEmailRequest,
				...documentation.verifyEmail,
			},
		)

		.post(
			"/verify-email/resend",
			async ({ context, body, request, status }) => {
				await service.resendVerification(context, body.email, languagesOf(request));
				return status(202, ok(nextStepToConfirm(service), {}));
			},
			{
				open: "users who have not confirmed their address cannot sign in",
				body: EmailRequest,
				...documentation.resendVerification,
			},
		)

		.post(
			"/forgot-password",
			async ({ context, body, request, status }) => {
				await service.forgotPassword(context, body.email, languagesOf(request));
				return status(202, ok(nextStep(service), {}));
			},
			{ open: "users who forgot their password cannot sign in", body: EmailRequest, ...documentation.forgotPassword },
		)

		.post(
			"/request-reset-password",
			async ({ context, body, request, status }) => {
				const requested = await service.requestPasswordReset(context, body, languagesOf(request));
				return status(202, ok("Password reset requested", requested));
			},
			{
				open: "with `email` it works like `forgot-password`; with `userId`, the operation checks the token itself",
				body: RequestResetRequest,
				...documentation.requestPasswordReset,
			},
		)

		.post(
			"/reset-password",
			async ({ context, body }) => ok("Password changed", await service.resetPassword(context, body)),
			{
				open: "the mailed token is the proof",
				body: ResetPasswordRequest,
				checks: service.checkPassword,
				...documentation.resetPassword,
			},
		);
