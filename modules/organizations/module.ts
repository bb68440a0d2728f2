import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { organizationsRoutes } from "./routes.ts";
import { createOrganizationsService, type OrganizationsDeps, type OrganizationsService } from "./service.ts";

/** What an organization is and shows. */
export function createOrganizationsModule(
	core: Core,
	deps: Pick<OrganizationsDeps, "invitations" | "suspensionOf">,
): Contribution & { readonly service: OrganizationsService } {
	const service = createOrganizationsService({ ...core, ...deps });
	return { service, facts, routes: organizationsRoutes(service), cache: service };
}
