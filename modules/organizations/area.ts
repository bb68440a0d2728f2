import type { Identity } from "#areas/identity";
import type { AiPolicySection } from "#modules/governance/ai-policy";
import type { TxtResolver } from "#modules/organizations/domains";
import { joinOrganization } from "#modules/organizations/members";
import { suspensionOf, suspensionsOf } from "#modules/organizations/organization-lifecycle";
import { addCreator } from "#modules/organizations/workspace-members";
import type { Agreements } from "#platform/compliance";
import type { Core } from "#platform/module";
import { createDomainsModule } from "./domains/module.ts";
import { createGuardianConsentsModule } from "./guardian-consents/module.ts";
import { createHolidaysModule } from "./holidays/module.ts";
import { createMembersModule } from "./members/module.ts";
import { createLifecycleModule } from "./organization-lifecycle/module.ts";
import { createOrganizationsModule } from "./organizations/module.ts";
import { createTenantDefaultsModule } from "./tenant-defaults/module.ts";
import { createWorkspaceMembersModule } from "./workspace-members/module.ts";
import { createWorkspacesModule } from "./workspaces/module.ts";

interface OrganizationsDeps {
	readonly resolver: TxtResolver;
	readonly aiPolicy: AiPolicySection;
	/** What the operator has agreed with providers of AI. */
	readonly agreements: Agreements;
}

/** Creates the modules of organizations, their members and workspaces. */
export function createOrganizations(
	core: Core,
	{ invitations }: Pick<Identity, "invitations">,
	{ resolver, aiPolicy, agreements }: OrganizationsDeps,
) {
	const domains = createDomainsModule(core, { resolver, join: joinOrganization, invitations });
	const { followAllowedDomains } = domains;
	const organizations = createOrganizationsModule(core, {
		invitations,
		suspensionOf,
		suspensionsOf,
		followAllowedDomains,
		aiPolicy,
		agreements,
	});
	const lifecycle = createLifecycleModule(core);
	const members = createMembersModule(core, { invitations });
	return {
		organizations: organizations.service,
		owner: organizations.owner,
		members: members.service,
		suspension: lifecycle.suspension,
		modules: {
			organizations,
			domains,
			organizationLifecycle: lifecycle,
			members,
			guardianConsents: createGuardianConsentsModule(core),
			holidays: createHolidaysModule(core),
			workspaces: createWorkspacesModule(core, { addCreator }),
			workspaceMembers: createWorkspaceMembersModule(core, { invitations }),
			tenantDefaults: createTenantDefaultsModule(core),
		},
	};
}

export type Organizations = ReturnType<typeof createOrganizations>;
