import { AppError } from "#kernel/errors";

/**
 * Returns the error for an invalid token. Which check failed is logged, but not disclosed.
 * @param why reason for the log
 */
export const invalidToken = (why: unknown): AppError =>
	new AppError("unauthenticated", "The access token is not valid.", { cause: why });

/** Returns the error for a token that has expired but is otherwise valid. */
export const tokenExpired = (): AppError => new AppError("token_expired", "The access token has expired; refresh it.");
