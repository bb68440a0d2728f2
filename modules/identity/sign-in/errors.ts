import { AppError } from "#kernel/errors";

/** Invalid credentials, with the same message for an unknown address, a wrong password and a disabled account. */
export const invalidCredentials = () => new AppError("invalid_credentials", "The e-mail address or password is wrong.");

/** The password is right, but nobody has verified or vouched for the address; only where mail can be sent to verify it. */
export const emailNotVerified = () =>
	new AppError("email_not_verified", "Confirm the e-mail address first; you can have the mail sent again.");
