export { createPasswordsModule } from "./module.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { AttemptLimits } from "./ports.ts";
