import { createErrands, type Errand } from "./deferred.ts";
import { createProfileService, type ProfileDeps } from "./profile.ts";
import { createRecovery, type RecoveryDeps } from "./recovery.ts";
import { createRegistration, type RegistrationDeps } from "./registration.ts";
import { proofsRepository } from "./repository.ts";

/** What {@link createAccountsService} is made of. */
export type AccountsDeps = Omit<ProfileDeps & RecoveryDeps & RegistrationDeps, "errands"> &
	Parameters<typeof createErrands>[0];

/** See {@link createAccountsService}. */
export type AccountsService = ReturnType<typeof createAccountsService>;

/** Accounts of people: how they come to be, are proved, regained and changed by their owners. */
export function createAccountsService(deps: AccountsDeps) {
	const errands = createErrands(deps);
	const { mailer, store, clock } = deps;
	const registration = createRegistration({ ...deps, errands });
	const recovery = createRecovery({ ...deps, errands });
	const profile = createProfileService({ ...deps, errands });

	errands.handle(async (change, errand: Errand) => {
		if (!mailer) return; // The transport was taken away since: nobody could be told.
		if (errand.kind === "register") await registration.finish(change, errand, mailer);
		else if (errand.kind === "resend") await registration.resendNow(change, errand, mailer);
		else if (errand.kind === "forgot") await recovery.forgotNow(change, errand, mailer);
		else await profile.changeEmailNow(change, errand, mailer);
	});

	return {
		register: registration.register,
		resendVerification: registration.resend,
		verifyEmail: profile.verifyEmail,
		forgotPassword: recovery.forgot,
		requestPasswordReset: recovery.request,
		resetPassword: recovery.reset,
		updateProfile: profile.update,

		/** Forgets mailed proofs whose time is over. */
		purgeExpired: (): Promise<void> => proofsRepository.removeExpired(store.writing("purge").db, clock.nowMs()),
	};
}
