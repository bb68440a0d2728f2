import type { UserRow } from "#db/schema";
import type { AppError } from "#kernel/errors";
import { sha256Hex } from "#kernel/secrets";
import type { Passwords } from "./passwords.ts";
import type { AttemptLimits } from "./ports.ts";

/** A password that somebody sends for an account, beside a sign-in. */
export interface PasswordCheck {
	/** Where it comes from. */
	readonly ip: string | null;
	readonly user: Pick<UserRow, "id" | "passwordHash">;
	readonly password: string;
	/** What is answered when it is wrong. */
	readonly toError: () => AppError;
}

/** Asks for the password in force; wrong ones are counted like wrong sign-ins. @throws `rate_limited` `unavailable`, what `refused` makes */
export type AssertPassword = (sent: PasswordCheck) => Promise<void>;

/** Makes the check. Whichever operation asks, the guesses at one account have one count. */
export const createAssertPassword =
	(passwords: Pick<Passwords, "verify">, attempts: Pick<AttemptLimits, "throttle">): AssertPassword =>
	({ ip, user, password, toError }) =>
		attempts.throttle(ip, sha256Hex(`password|${user.id}`), async () => {
			if (!(await passwords.verify(password, user.passwordHash))) throw toError();
		});
