export {
	createAdministrator,
	ensureAdministrator,
	type NewAdministrator,
	withdrawAdministrator,
} from "./bootstrap.ts";
export { createAdministratorsModule } from "./module.ts";
export { issueScriptToken, type ScriptToken } from "./script-token.ts";
