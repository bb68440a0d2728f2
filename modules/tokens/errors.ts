import { AppError } from "#kernel/errors";

/** The token is not one of ours or of our provider. The caller is not told which check it failed; the log is. */
export const invalidToken = (why: unknown): AppError =>
	new AppError("unauthenticated", "The access token is not valid.", { cause: why });

/** The token was good, but its time is over. */
export const tokenExpired = (): AppError => new AppError("token_expired", "The access token has expired; refresh it.");
