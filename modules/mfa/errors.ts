import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** The password was right; the second factor is owed. */
export const secondFactorRequired = (challengeToken: string) =>
	new AppError("mfa_required", "Send a code of your authenticator, or a recovery code, with the challenge token.", {
		meta: { challengeToken, methods: ["totp", "recovery_code"] },
	});

/** A wrong answer to a challenge that still stands. */
export const wrongCode = (attemptsLeft: number) =>
	new AppError("invalid_credentials", "The code is wrong or was used before.", { meta: { attemptsLeft } });

/** The challenge is unknown, answered, expired, or was answered wrongly too often. */
export const challengeInvalid = () => new AppError("token_invalid", "The challenge is over; sign in again.");

/** A first code that does not fit the new secret. */
export const wrongFirstCode = () =>
	invalidMember("/code", "invalid", "must be the code the authenticator shows now; check the clock of the device");

/** There is an authenticator already. */
export const totpAlreadyEnabled = () =>
	new AppError("state_conflict", "An authenticator is set up already; remove it first.", { meta: { state: "on" } });

/** There is none, or its set-up was not begun. */
export const totpNotEnabled = () =>
	new AppError("state_conflict", "No authenticator is set up.", { meta: { state: "off" } });
