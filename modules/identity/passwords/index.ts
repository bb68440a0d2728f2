export type { AssertPassword } from "./check.ts";
export { incorrectPassword, passwordChangeRequired } from "./errors.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { AttemptLimits } from "./ports.ts";
export { Password } from "./schemas.ts";
