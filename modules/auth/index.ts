export { type AttemptPolicies, createAttemptLimits } from "./attempts.ts";
export {
	type BootstrapDeps,
	createAdministrator,
	ensureAdministrator,
	type NewAdministrator,
	withdrawAdministrator,
} from "./bootstrap.ts";
export { createFreshness } from "./freshness.ts";
export { createIdentity, type Identity } from "./identity.ts";
export { createAuthModule } from "./module.ts";
export { createPasswords, type Passwords } from "./passwords.ts";
export type { AttemptLimits } from "./ports.ts";
export { Profile } from "./schemas.ts";
export { issueScriptToken, type ScriptToken } from "./script-token.ts";
export type { AuthService } from "./service.ts";
