import { AppError } from "#kernel/errors";

/** The same for an unknown address, a wrong password and a disabled account. */
export const invalidCredentials = () => new AppError("invalid_credentials", "E-mail or password is wrong.");

/** The password is right, but the address was never proved; only where mail can be sent to prove it. */
export const emailNotVerified = () =>
	new AppError("email_not_verified", "Confirm the e-mail address first; the mail can be sent again.");

/** The sign-in is too old for a sensitive change. @param maxAgeSeconds how old it may be */
export const staleSignIn = (maxAgeSeconds: number) =>
	new AppError("forbidden", "This needs fresh authentication: sign in again, or send your password or a code.", {
		meta: { reason: "stale_sign_in", maxAgeSeconds },
	});

/** What was sent to prove anew who asks is wrong. */
export const wrongProof = () =>
	new AppError("forbidden", "The password or code is wrong.", { meta: { reason: "wrong_proof" } });
