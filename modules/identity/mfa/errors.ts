import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** The password is right, and a second factor is required. */
export const secondFactorRequired = (challengeToken: string) =>
	new AppError("mfa_required", "Send a code from your authenticator, or a recovery code, with the challenge token.", {
		meta: { challengeToken, methods: ["totp", "recovery_code"] },
	});

/** The code is wrong, and the challenge is still open. */
export const wrongCode = (attemptsLeft: number) =>
	new AppError("invalid_credentials", "The code is wrong or has already been used.", { meta: { attemptsLeft } });

/** The challenge is unknown, completed or expired, or had too many wrong attempts. */
export const challengeInvalid = () => new AppError("token_invalid", "The challenge has expired; sign in again.");

/** The first code does not match the new secret. */
export const wrongFirstCode = () =>
	invalidMember(
		"/code",
		"invalid",
		"must be the code currently shown by the authenticator; check the clock of the device",
	);

/** An authenticator is enabled already. */
export const totpAlreadyEnabled = () =>
	new AppError("state_conflict", "An authenticator is already set up; remove it first.", { meta: { state: "on" } });

/** No authenticator is enabled, or its set-up was not started. */
export const totpNotEnabled = () =>
	new AppError("state_conflict", "No authenticator is set up.", { meta: { state: "off" } });
