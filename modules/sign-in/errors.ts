import { AppError } from "#kernel/errors";

/** The same for an unknown address, a wrong password and a disabled account. */
export const invalidCredentials = () => new AppError("invalid_credentials", "E-mail or password is wrong.");

/** The password is right, but the address was never proved; only where mail can be sent to prove it. */
export const emailNotVerified = () =>
	new AppError("email_not_verified", "Confirm the e-mail address first; the mail can be sent again.");
