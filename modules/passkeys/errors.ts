import { AppError } from "#kernel/errors";

/** The same whatever is wrong: an unknown passkey, a used or expired challenge, a foreign origin, a copied authenticator. */
export const passkeyRefused = (cause?: unknown) =>
	new AppError("invalid_credentials", "The passkey was not accepted; ask for new options and try again.", { cause });

/** The challenge is unknown, used, expired, or was given to somebody else. */
export const challengeInvalid = () =>
	new AppError("token_invalid", "The challenge is unknown, used or expired; ask for new options and try again.");

/** What the authenticator sent does not prove a new passkey of this site. */
export function credentialInvalid(
	message = "must be the answer of an authenticator to the options of this service",
	cause?: unknown,
) {
	const fieldErrors = [{ path: "/credential", code: "invalid", message }];
	return new AppError("validation_failed", `credential ${message}.`, { fieldErrors, cause });
}

/** The person has no such passkey. */
export const passkeyNotFound = () => new AppError("not_found", "You have no such passkey.");

/** The authenticator's credential is known already. */
export const passkeyTaken = () =>
	new AppError("conflict", "This passkey is registered already.", { meta: { field: "credential" } });

/** @param max how many a person may have */
export const tooManyPasskeys = (max: number) =>
	new AppError("conflict", `You have ${max} passkeys, which is the most; remove one first.`, {
		meta: { field: "credential" },
	});
