import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { tenantDefaultsRoutes } from "./routes.ts";
import { createTenantDefaultsService } from "./tenant-defaults.ts";

/** Creates the module of what operators change at run time, for the whole installation. */
export const createConfigurationsModule = (core: Core): Contribution => ({
	facts,
	routes: tenantDefaultsRoutes(createTenantDefaultsService(core)),
});
