import type { Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import { createFeatureFlagsModule } from "./feature-flags/module.ts";
import { createPermissionsModule } from "./permissions/module.ts";
import { createPlansModule } from "./plans/module.ts";
import { createSettingsModule } from "./settings/module.ts";
import { createUsageModule } from "./usage/module.ts";

/** Creates what every organization has: settings, flags, rights, a plan, and a record of what it uses. */
export function createTenancy(core: Core, settings: Parameters<typeof createPlansModule>[1]) {
	const plans = createPlansModule(core, settings);
	return {
		enforcePlans: plans.enforce,
		modules: { permissions: createPermissionsModule(), plans, usage: createUsageModule(core) },
	};
}

/** Creates the modules of parts of an organization; `owner` reads and changes organizations. */
export function createTenancySections(core: Core, owner: SectionOwner) {
	const featureFlags = createFeatureFlagsModule(core, { owner });
	return { modules: { settings: createSettingsModule(owner), featureFlags, flagCatalogue: featureFlags.catalogue } };
}
