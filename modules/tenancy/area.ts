import type { Pictures } from "#modules/tenancy/branding";
import type { Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import { createBrandingModule } from "./branding/module.ts";
import { createFeatureFlagsModule } from "./feature-flags/module.ts";
import { createPermissionsModule } from "./permissions/module.ts";
import { createPlansModule } from "./plans/module.ts";
import { createSettingsModule } from "./settings/module.ts";
import { createUsageModule } from "./usage/module.ts";

type PlansSettings = Parameters<typeof createPlansModule>[1];

/** Creates what every organization has: settings, flags, rights, branding, a plan, and a record of what it uses. */
export function createTenancy(core: Core, { pictures, ...settings }: PlansSettings & { readonly pictures: Pictures }) {
	const plans = createPlansModule(core, settings);
	return {
		enforcePlans: plans.enforce,
		modules: {
			permissions: createPermissionsModule(),
			plans,
			usage: createUsageModule(core),
			branding: createBrandingModule(core, pictures),
		},
	};
}

/** Creates the modules of parts of an organization; `owner` reads and changes organizations. */
export function createTenancySections(core: Core, owner: SectionOwner) {
	const featureFlags = createFeatureFlagsModule(core, { owner });
	return { modules: { settings: createSettingsModule(owner), featureFlags, flagCatalogue: featureFlags.catalogue } };
}
