import { organizationList } from "#modules/tenancy/organization-records";
import type { Contribution, Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import { tag } from "./documentation.ts";
import { facts } from "./facts.ts";
import { createModify } from "./modify.ts";
import { createOrganizationReader } from "./reader.ts";
import { organizationsRoutes } from "./routes.ts";
import { OrganizationSummary } from "./schemas.ts";
import { createOrganizationsService, type OrganizationsDeps, type OrganizationsService } from "./service.ts";

/** Creates the module that creates, returns, lists and updates organizations. */
export function createOrganizationsModule(
	core: Core,
	deps: Pick<
		OrganizationsDeps,
		"invitations" | "suspensionOf" | "suspensionsOf" | "followAllowedDomains" | "aiPolicy" | "agreements"
	>,
): Contribution & {
	readonly service: OrganizationsService;
	/** Port for the modules of sections. */
	readonly owner: SectionOwner;
} {
	const modify = createModify({ ...core, ...deps });
	const reader = createOrganizationReader(core);
	const service = createOrganizationsService({ ...core, ...deps, modify, reader });
	return {
		service,
		owner: {
			tag,
			payload: OrganizationSummary,
			find: reader.find,
			modify,
		},
		facts,
		routes: organizationsRoutes(service),
		searchSource: organizationList.source,
	};
}
