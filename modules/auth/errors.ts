import { AppError } from "#kernel/errors";

/** The same for an unknown address, a wrong password and a disabled account. */
export const invalidCredentials = () => new AppError("invalid_credentials", "E-mail or password is wrong.");
