import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createScriptTokens, type ScriptTokenDeps, type ScriptTokens } from "./script-token.ts";
import { type AdministratorsDeps, type AdministratorsService, createAdministratorsService } from "./service.ts";

/** Dependencies of {@link createAdministratorsModule} on other modules. */
type ModuleDeps = Omit<AdministratorsDeps & ScriptTokenDeps, keyof Core>;

/** Creates the module of the operator's commands: system administrators and tokens for scripts. */
export function createAdministratorsModule(
	core: Core,
	deps: ModuleDeps,
): Contribution & { readonly service: AdministratorsService; readonly scriptTokens: ScriptTokens } {
	return {
		service: createAdministratorsService({ ...core, ...deps }),
		scriptTokens: createScriptTokens({ ...core, ...deps }),
		facts,
	};
}
