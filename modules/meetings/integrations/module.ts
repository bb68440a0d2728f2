import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { integrationsRoutes } from "./routes.ts";
import { createIntegrationsService } from "./service.ts";

/** Creates the module of integrations: systems that organizations connect. */
export function createIntegrationsModule(core: Core): Contribution {
	const service = createIntegrationsService(core);
	return {
		facts,
		routes: integrationsRoutes(service),
		orphan: service.orphan,
	};
}
