import { createConfigurationsModule } from "#modules/installation/configurations";
import { createTenantDefaultsModule } from "#modules/organizations/tenant-defaults";
import { createPermissionsModule } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import type { Deps } from "./deps.ts";
import type { ModuleCallbacks } from "./module-callbacks.ts";

/** Creates the modules of what operators change at run time, and of what the installation knows and allows. */
export function createConfigurationModules(
	core: Core,
	{ config, identityProvider }: Deps,
	{ facts, aiProviders }: Pick<ModuleCallbacks, "facts"> & { readonly aiProviders: Contribution },
): readonly Contribution[] {
	const { signup, passwordMinLength, meetingMaxHours, eventsDays, providers } = config;
	return [
		createPermissionsModule(),
		aiProviders,
		createTenantDefaultsModule(core),
		createConfigurationsModule(core, {
			facts,
			signIn: { signup, passwordMinLength, sso: identityProvider !== null },
			limits: { meetingHours: meetingMaxHours, eventsDays },
			providers: {
				transcription: providers.speech.provider,
				translation: providers.translation.provider,
				summary: providers.summary,
			},
		}),
	];
}
