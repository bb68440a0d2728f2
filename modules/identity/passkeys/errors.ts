import { AppError } from "#kernel/errors";
import { takenMember } from "#kernel/field-errors";
import { asValue, type Message, text } from "#kernel/texts";

/** The passkey was rejected, with the same message for an unknown one, an invalid challenge, a wrong origin or a clone. */
export const passkeyRefused = (cause?: unknown) =>
	new AppError("invalid_credentials", "The passkey was rejected; request new options and try again.", { cause });

/** The challenge is unknown, used or expired, or was issued to another user. */
export const challengeInvalid = () =>
	new AppError("token_invalid", "The challenge is unknown, used or expired; request new options and try again.");

/** The credential is not a valid new passkey of this site. */
export function credentialInvalid(
	message: Message = "must be the answer of an authenticator to the options of this service",
	cause?: unknown,
) {
	const fieldErrors = [{ path: "/credential", code: "invalid", message }];
	return new AppError(
		"validation_failed",
		text("{member} {problem}.", { member: "credential", problem: asValue(message) }),
		{ fieldErrors, cause },
	);
}

/** The person has no such passkey. */
export const passkeyNotFound = () => new AppError("not_found", "You have no such passkey.");

/** The credential is registered already. */
export const passkeyTaken = () =>
	takenMember("credential", "must not be registered already", "This passkey is already registered.");

/** The user has the maximum number of passkeys. @param max the maximum */
export const tooManyPasskeys = (max: number) =>
	new AppError("conflict", text("You already have the maximum of {max} passkeys; remove one first.", { max }), {
		meta: { field: "credential" },
	});
