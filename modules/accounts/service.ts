import { createDeferredRequests } from "./deferred.ts";
import { createEmailConfirmation, type EmailConfirmationDeps } from "./emails.ts";
import { createOnPasswordChanged } from "./password-changed.ts";
import { createRecovery, type RecoveryDeps } from "./recovery.ts";
import { createRegistration, type RegistrationDeps } from "./registration.ts";
import { oneTimeTokensRepository } from "./repository.ts";

/** Dependencies of {@link createAccountsService}. */
export type AccountsDeps = Omit<
	EmailConfirmationDeps & RecoveryDeps & RegistrationDeps,
	"deferred" | "onPasswordChanged"
> &
	Parameters<typeof createDeferredRequests>[0];

/** See {@link createAccountsService}. */
export type AccountsService = ReturnType<typeof createAccountsService>;

/** Accounts of people: how they come to be, are proved and regained. */
export function createAccountsService(deps: AccountsDeps) {
	const { mailer, store, clock } = deps;
	const deferred = createDeferredRequests(deps);
	const onPasswordChanged = createOnPasswordChanged(mailer);
	const registration = createRegistration({ ...deps, deferred });
	const recovery = createRecovery({ ...deps, deferred, onPasswordChanged });
	const emails = createEmailConfirmation({ ...deps, deferred });

	deferred.handle(async (change, request) => {
		if (!mailer) return; // The transport was taken away since: nobody could be told.
		if (request.kind === "register") await registration.processRegistration(change, request, mailer);
		else if (request.kind === "resend") await registration.processResend(change, request, mailer);
		else if (request.kind === "forgot") await recovery.processForgotPassword(change, request, mailer);
		else await emails.processChange(change, request, mailer);
	});

	return {
		register: registration.register,
		resendVerification: registration.resendVerification,
		verifyEmail: emails.verify,
		changeEmail: emails.change,
		forgotPassword: recovery.forgotPassword,
		requestPasswordReset: recovery.requestReset,
		resetPassword: recovery.resetPassword,
		onPasswordChanged,

		/** Forgets one-time tokens whose time is over. */
		purgeExpired: (): Promise<void> => oneTimeTokensRepository.removeExpired(store.writing("purge").db, clock.nowMs()),
	};
}
