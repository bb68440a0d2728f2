export {
	type BootstrapDeps,
	createAdministrator,
	ensureAdministrator,
	type NewAdministrator,
	withdrawAdministrator,
} from "./bootstrap.ts";
export { createAuthModule } from "./module.ts";
export { Profile } from "./schemas.ts";
export { issueScriptToken, type ScriptToken } from "./script-token.ts";
export type { AuthService } from "./service.ts";
