import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { tenantDefaultsRoutes } from "./routes.ts";
import { createTenantDefaultsService } from "./service.ts";

/** Creates the module of what organizations have that decide nothing themselves. */
export const createTenantDefaultsModule = (core: Core): Contribution => ({
	facts,
	routes: tenantDefaultsRoutes(createTenantDefaultsService(core)),
});
