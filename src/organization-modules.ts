import { createTxtResolver } from "#adapters/dns/resolver";
import { createAiPolicySection } from "#modules/governance/ai-policy";
import type { InvitationsService } from "#modules/identity/invitations";
import { createDomainsModule } from "#modules/organizations/domains";
import { joinOrganization } from "#modules/organizations/members";
import { suspensionOf, suspensionsOf } from "#modules/organizations/organization-lifecycle";
import { createOrganizationsModule } from "#modules/organizations/organizations";
import type { Core } from "#platform/module";
import type { Deps } from "./deps.ts";

/** Creates and wires the modules of organizations themselves and of their domains, which follow each other. */
export function createOrganizationModules(core: Core, { config }: Deps, invitations: InvitationsService) {
	const domains = createDomainsModule(core, {
		resolver: createTxtResolver({ servers: config.dnsResolvers }),
		join: joinOrganization,
		invitations,
	});
	const { followAllowedDomains } = domains;
	const organizations = createOrganizationsModule(core, {
		invitations,
		suspensionOf,
		suspensionsOf,
		followAllowedDomains,
		aiPolicy: createAiPolicySection(config.aiAgreements),
		agreements: config.aiAgreements,
	});
	return { domains, organizations };
}
