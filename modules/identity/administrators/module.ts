import { findUser } from "#modules/identity/users";
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
	const service = createAdministratorsService({ ...core, ...deps });
	return {
		service,
		replayRemoval: {
			async administrator({ subjectId }) {
				const user = await findUser(core.store.db, subjectId);
				if (user?.systemAdmin) await service.remove(user.email);
			},
		},
		scriptTokens: createScriptTokens({ ...core, ...deps }),
		facts,
	};
}
