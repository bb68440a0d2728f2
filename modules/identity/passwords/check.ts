import type { UserRow } from "#db/schema";
import type { AppError } from "#kernel/errors";
import { sha256Hex } from "#kernel/secrets";
import type { Passwords } from "./passwords.ts";
import type { AttemptLimits } from "./ports.ts";

/** A password sent for an account outside of a sign-in. */
export interface PasswordCheck {
	/** Address of the client. */
	readonly ip: string | null;
	readonly user: Pick<UserRow, "id" | "passwordHash">;
	readonly password: string;
	/** Returns the error when it is wrong. */
	readonly toError: () => AppError;
}

/** Asserts that the password is right; wrong ones count like failed sign-ins. @throws `rate_limited` `unavailable`, the error of `toError` */
export type AssertPassword = (sent: PasswordCheck) => Promise<void>;

/** Creates the check. Guesses at an account share one counter, whichever operation uses it. */
export const createAssertPassword =
	(passwords: Pick<Passwords, "verify">, attempts: Pick<AttemptLimits, "throttle">): AssertPassword =>
	({ ip, user, password, toError }) =>
		attempts.throttle(ip, sha256Hex(`password|${user.id}`), async () => {
			if (!(await passwords.verify(password, user.passwordHash, ip))) throw toError();
		});
