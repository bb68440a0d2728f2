import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** The code or state is unknown, used, expired, or another browser's. */
export const unknownSignIn = () =>
	new AppError("record_not_found", "This sign-in is unknown, used or expired: start again at /auth/authorize.");

/** The code could not be exchanged at the provider. The cause is only logged. */
export const exchangeFailed = (cause: unknown) =>
	new AppError("oauth_exchange_failed", "The identity provider did not complete the sign-in: start again.", { cause });

/** The provider cannot be reached when a sign-in starts. */
export const providerUnavailable = (cause: unknown) =>
	new AppError("unavailable", "The identity provider cannot be reached: try again shortly.", {
		cause,
		retryAfterSeconds: 5,
	});

/** The person or the provider declined the sign-in. */
export const signInDeclined = () =>
	new AppError("oauth_denied", "The sign-in was declined by the user or the identity provider.");

/** The provider sent neither a code nor an error. */
export const codeMissing = () => invalidMember("/code", "required", "is required");

/** No identity provider is configured. */
export const providerNotConfigured = () =>
	new AppError(
		"provider_not_configured",
		"Signing in with an identity provider is not configured: set OIDC_CLIENT_ID.",
		{
			meta: { variable: "OIDC_CLIENT_ID" },
		},
	);

/** An account has the address, but the provider has not verified that it is the person's. */
export const emailNotVerified = () =>
	new AppError(
		"email_not_verified",
		"The identity provider has not verified your e-mail address, which already has an account: sign in to that account.",
	);

/** The provider returned no address, which an account requires. */
export const emailMissing = () =>
	new AppError(
		"email_not_verified",
		"The identity provider returned no e-mail address (OIDC_SCOPES must include `email`).",
	);

/** `SIGNUP` permits no new accounts, or only invited ones. */
export const signupClosed = () =>
	new AppError("forbidden", "You have no account here, and new accounts require an invitation.");

/** A system administrator's account has all rights, so only the operator of the machine can link it to a provider. */
export const administratorNotLinked = () =>
	new AppError(
		"forbidden",
		"The account with this address belongs to a system administrator and is not linked automatically: link it with `parley admin link`.",
	);

/** The local account is disabled. */
export const accountDisabled = () => new AppError("forbidden", "The account is disabled.");
