import type { RunPortions } from "#db/portions";
import { createDeferredRequests } from "./deferred.ts";
import { createEmailConfirmation, type EmailConfirmationDeps } from "./emails.ts";
import { createOnPasswordChanged } from "./password-changed.ts";
import { createRecovery, type RecoveryDeps } from "./recovery.ts";
import { createRegistration, type RegistrationDeps } from "./registration.ts";
import { oneTimeTokensRepository } from "./repository.ts";

export type AccountsDeps = Omit<
	EmailConfirmationDeps & RecoveryDeps & RegistrationDeps,
	"deferred" | "onPasswordChanged"
> &
	Parameters<typeof createDeferredRequests>[0];

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Creates the service of accounts: registration, confirmation of addresses and recovery. */
export function createAccountsService(deps: AccountsDeps) {
	const { mailer, unitOfWork } = deps;
	const deferred = createDeferredRequests(deps);
	const onPasswordChanged = createOnPasswordChanged(mailer);
	const registration = createRegistration({ ...deps, deferred });
	const recovery = createRecovery({ ...deps, deferred, onPasswordChanged });
	const emails = createEmailConfirmation({ ...deps, deferred });

	deferred.handle(async (change, request) => {
		if (!mailer) return; // The mail transport has been removed since: nobody could be notified.
		if (request.kind === "register") await registration.processRegistration(change, request, mailer);
		else if (request.kind === "resend") await registration.processResend(change, request, mailer);
		else if (request.kind === "forgot") await recovery.processForgotPassword(change, request, mailer);
		else await emails.processChange(change, request, mailer);
	});

	return {
		/** Whether mails are sent; otherwise administrators pass links on. */
		sendsMail: mailer !== null,
		register: registration.register,
		checkPassword: deps.passwords.check,
		resendVerification: registration.resendVerification,
		// A link that was used is refused, but not to who sends the same request again.
		verifyEmail: ((context, request) =>
			unitOfWork.once(context, () => emails.verify(context, request))) as typeof emails.verify,
		changeEmail: emails.change,
		forgotPassword: recovery.forgotPassword,
		requestPasswordReset: recovery.requestReset,
		resetPassword: ((context, request) =>
			unitOfWork.once(context, () => recovery.resetPassword(context, request))) as typeof recovery.resetPassword,
		onPasswordChanged,

		/** Deletes expired one-time tokens. */
		purgeExpired: (inPortions: RunPortions, nowMs: number): Promise<void> =>
			inPortions((tx, limit) => oneTimeTokensRepository.removeExpired(tx, nowMs, limit)),
	};
}
