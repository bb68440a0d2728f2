import { createFeatureFlagsModule } from "#modules/tenancy/feature-flags";
import { createPermissionsModule } from "#modules/tenancy/permissions";
import { createPlansModule } from "#modules/tenancy/plans";
import { createSettingsModule } from "#modules/tenancy/settings";
import { createUsageModule } from "#modules/tenancy/usage";
import type { Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";

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
