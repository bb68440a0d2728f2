import { createSecondFactors, type Freshness } from "#modules/identity/mfa";
import type { Core } from "#platform/module";
import { createAttemptLimits } from "./attempts.ts";
import { type AssertPassword, createAssertPassword } from "./check.ts";
import { createFreshness } from "./freshness.ts";
import { type Argon2Cost, createPasswords, type Passwords } from "./passwords.ts";
import type { AttemptLimits } from "./ports.ts";

/** Settings of the password policy and the hash. */
interface PasswordSettings {
	readonly argon2: Argon2Cost;
	/** Shortest password accepted, in code points. */
	readonly minLength: number;
	/** Passwords that are never right: see {@link createPasswords}. */
	readonly refused: readonly string[];
}

/** Creates the module of passwords: policy, hashes, limits on guessing and fresh authentication. */
export function createPasswordsModule(core: Core, { argon2, minLength, refused }: PasswordSettings): PasswordsModule {
	const service = createPasswords(argon2, minLength, refused);
	const attempts = createAttemptLimits(core.limiter, core.policies);
	const assertPassword = createAssertPassword(service, attempts);
	const freshness = createFreshness({ ...core, assertPassword, factors: createSecondFactors(core), attempts });
	return { service, assertPassword, attempts, freshness };
}

/** Module created by {@link createPasswordsModule}. It has no table, no operation and no background work. */
export interface PasswordsModule {
	readonly service: Passwords;
	readonly assertPassword: AssertPassword;
	readonly attempts: AttemptLimits;
	readonly freshness: Freshness;
}
