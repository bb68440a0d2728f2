import { Elysia } from "elysia";
import { api } from "#http/api";
import { ok } from "#http/envelope";
import { serveFile } from "#http/files";
import { pagePolicy } from "#http/headers";
import { acceptedLanguages } from "#platform/mail";
import { documentation } from "./documentation.ts";
import { PAGE, PAGE_SCRIPT, PAGE_STYLESHEET } from "./pages.ts";
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

const PAGE_POLICY = pagePolicy("data:");

/** Operations on accounts: registration, confirmation, recovery. */
const operations = (service: AccountsService) =>
	new Elysia({ name: "accounts.operations", prefix: "/auth" })
		.use(api)

		.post(
			"/register",
			async ({ context, body, request, status }) => {
				const account = await service.register(context, body, languagesOf(request));
				if (account) return status(201, ok("Account created", account));
				return status(202, ok("Check your mail", { next: "verify_email" as const }));
			},
			{ open: "it is how one gets an account", body: RegisterRequest, ...documentation.register },
		)

		.post(
			"/verify-email",
			async ({ context, body }) => ok("E-mail address confirmed", await service.verifyEmail(context, body)),
			{
				open: "the mailed token is the proof; for a new address it looks at the caller itself",
				body: VerifyEmailRequest,
				...documentation.verifyEmail,
			},
		)

		.post(
			"/verify-email/resend",
			async ({ context, body, request, status }) => {
				await service.resendVerification(context, body.email, languagesOf(request));
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
			async ({ context, body, request, status }) => {
				await service.forgotPassword(context, body.email, languagesOf(request));
				return status(202, ok("Check your mail", {}));
			},
			{ open: "who forgot the password cannot sign in", body: EmailRequest, ...documentation.forgotPassword },
		)

		.post(
			"/request-reset-password",
			async ({ context, body, request, status }) => {
				const requested = await service.requestPasswordReset(context, body, languagesOf(request));
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
			async ({ context, body }) => ok("Password changed", await service.resetPassword(context, body)),
			{ open: "the mailed token is the proof", body: ResetPasswordRequest, ...documentation.resetPassword },
		);

/**
 * Pages that links in mails lead to: confirm an address, choose a password, accept an invitation. The token is in the
 * fragment, so no server, proxy or log sees it; nothing happens until a person presses the button, so a mail scanner that
 * opens the link does not consume the token.
 */
const accountPages = () => {
	const open = "it shows nobody's data; the token stays in the browser";
	const hidden = { open, file: true, detail: { hide: true } } as const;

	const page = serveFile({
		contentType: "text/html; charset=utf-8",
		cacheControl: "no-store",
		contentSecurityPolicy: PAGE_POLICY,
		read: () => PAGE,
	});
	const script = { contentType: "text/javascript; charset=utf-8", cacheControl: "no-cache", read: () => PAGE_SCRIPT };
	const style = { contentType: "text/css; charset=utf-8", cacheControl: "no-cache", read: () => PAGE_STYLESHEET };

	return new Elysia({ name: "accounts.pages", prefix: "/account" })
		.use(api)
		.get("/verify-email", page, hidden)
		.get("/reset-password", page, hidden)
		.get("/invitation", page, hidden)
		.get("/assets/page.js", serveFile(script), hidden)
		.get("/assets/page.css", serveFile(style), hidden);
};

/** Returns the routes of accounts: their operations, and the pages that mailed links open. */
export const accountsRoutes = (service: AccountsService) =>
	new Elysia({ name: "accounts" }).use(operations(service)).use(accountPages());
