import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createScriptTokens, type ScriptTokenDeps, type ScriptTokens } from "./script-token.ts";
import { type AdministratorsDeps, type AdministratorsService, createAdministratorsService } from "./service.ts";

/** What administrators need of others. */
type ModuleDeps = Omit<AdministratorsDeps & ScriptTokenDeps, keyof Core>;

/** System administrators, and what else the operator of the machine does with commands. */
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
