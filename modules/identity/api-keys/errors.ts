import { AppError } from "#kernel/errors";

/** Returns the error for an invalid key; the same for one that is unknown, revoked, expired or used from elsewhere. */
export const invalidKey = () =>
	new AppError(
		"unauthenticated",
		"The API key was rejected: it is unknown, revoked, expired, or not allowed from this address.",
	);

/** Returns the error for a key that the organization does not have. */
export const keyNotFound = () => new AppError("not_found", "The organization has no such API key.");

/** Returns the error for an API key that manages keys: it could bypass its own expiry, networks and revocation. */
export const personRequired = () =>
	new AppError("forbidden", "API keys can be created and changed by users only, not by other API keys.");
