import type { Contribution, Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import { handleAnnouncements } from "./announcement.ts";
import { createCatalogue } from "./catalogue-service.ts";
import { facts } from "./facts.ts";
import { createOfrep } from "./ofrep.ts";
import { createOrganizationFlags } from "./organization-service.ts";
import { catalogueRoutes, ofrepRoutes, organizationFlagsRoutes } from "./routes.ts";

/** Creates the module of feature flags: of organizations, of the installation, and for clients of OpenFeature. */
export function createFeatureFlagsModule(
	core: Core,
	{ owner }: { readonly owner: SectionOwner },
): Contribution & { readonly catalogue: Contribution } {
	handleAnnouncements(core);
	return {
		facts,
		routes: organizationFlagsRoutes(createOrganizationFlags(owner)).use(ofrepRoutes(createOfrep(owner))),
		catalogue: { routes: catalogueRoutes(createCatalogue(core)) },
	};
}
