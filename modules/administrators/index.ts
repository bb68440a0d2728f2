export { createAdministratorsModule } from "./module.ts";
export type { ScriptToken } from "./script-token.ts";
export type { AdministratorLink, NewAdministrator } from "./service.ts";
