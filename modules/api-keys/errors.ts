import { AppError } from "#kernel/errors";

/** The same for a key that is unknown, revoked, expired, or used from where it may not be. */
export const invalidKey = () =>
	new AppError("unauthenticated", "The API key is not accepted: unknown, revoked, expired, or not valid from here.");

/** The organization has no such key. */
export const keyNotFound = () => new AppError("not_found", "The organization has no such API key.");

/** A key that made others would outlive its expiry, its addresses and its revocation. */
export const personRequired = () =>
	new AppError("forbidden", "API keys are made and changed by people, not by other API keys.");

/** A key whose maker lost the right to it does no more than before until somebody answers for it. */
export const keyOrphaned = () =>
	new AppError("state_conflict", "The maker of the key lost the right to it: adopt the key before you widen it.", {
		meta: { state: "orphaned" },
	});
