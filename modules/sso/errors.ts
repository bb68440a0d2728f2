import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** The same for a code or state that is unknown, used, expired, or another browser's. */
export const unknownSignIn = () =>
	new AppError("record_not_found", "This sign-in is unknown, used or expired: start again at /auth/authorize.");

/** The provider could not say who it is. What went wrong there is for the log alone. */
export const exchangeFailed = (cause: unknown) =>
	new AppError("oauth_exchange_failed", "The identity provider did not complete the sign-in: start again.", { cause });

/** The provider cannot be asked where people sign in. */
export const providerUnavailable = (cause: unknown) =>
	new AppError("unavailable", "The identity provider cannot be reached: try again shortly.", {
		cause,
		retryAfterSeconds: 5,
	});

/** The person, or the provider on their behalf, said no. */
export const signInDeclined = () => new AppError("oauth_denied", "The sign-in was declined at the identity provider.");

/** The provider sent neither a code nor an error. */
export const codeMissing = () => invalidMember("/code", "required", "is required");

/** Nobody can sign in at a provider. */
export const providerNotConfigured = () =>
	new AppError("provider_not_configured", "Signing in at an identity provider is not set up: set OIDC_CLIENT_ID.", {
		meta: { variable: "OIDC_CLIENT_ID" },
	});

/** An address that the provider does not vouch for opens no account that has it. */
export const emailNotVerified = () =>
	new AppError(
		"email_not_verified",
		"The identity provider does not confirm your e-mail address, and an account has it: sign in to that one.",
	);

/** An account needs an address. */
export const emailMissing = () =>
	new AppError("email_not_verified", "The identity provider gave no e-mail address (OIDC_SCOPES needs `email`).");

/** `SIGNUP` lets nobody in, or only those who were invited. */
export const signupClosed = () =>
	new AppError("forbidden", "There is no account for you here, and new ones are made by invitation only.");

/** An administrator's account opens everything: that it also opens at the provider is decided where the service runs. */
export const administratorNotLinked = () =>
	new AppError(
		"forbidden",
		"The account of this address is a system administrator's, which no sign-in links by itself: link it with `parley admin link`.",
	);

/** The local account was disabled, whatever the provider says. */
export const accountDisabled = () => new AppError("forbidden", "The account is disabled.");
