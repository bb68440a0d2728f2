import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { integrationsOf } from "./repository.ts";
import { integrationsRoutes } from "./routes.ts";
import { createIntegrationsService } from "./service.ts";

/** Creates the module of integrations: systems that organizations connect. */
export const createIntegrationsModule = (core: Core): Contribution => ({
	facts,
	routes: integrationsRoutes(createIntegrationsService(core)),
	eraseTenant: (tx, orgId, limit) => integrationsOf(tx, orgId).removePortion(limit),
});
