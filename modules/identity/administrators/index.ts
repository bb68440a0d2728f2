export type { ScriptToken } from "./script-token.ts";
export type {
	Administrator,
	AdministratorLink,
	CredentialsFit,
	NewAdministrator,
	ResetAdministrator,
} from "./service.ts";
export { hasOtherAdministrator } from "./service.ts";
