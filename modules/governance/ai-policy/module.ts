import type { Contribution, Core } from "#platform/module";
import { createSectionService, readEffective, type SectionOwner, sectionRoutes } from "#platform/sections";
import { description } from "./documentation.ts";
import { aiPolicyFacts } from "./facts.ts";
import type { AiPolicySection } from "./policy.ts";
import { parseAiPolicy } from "./policy.ts";
import { createProviderList, type ProviderListDeps } from "./providers.ts";
import { findPolicyRow } from "./repository.ts";
import { aiProvidersRoutes } from "./routes.ts";
import { type AiPolicy, type AiPolicyPatch, aiPolicyFields } from "./schemas.ts";

interface AiPolicyDeps extends ProviderListDeps {
	readonly owner: SectionOwner;
	readonly section: AiPolicySection;
}

/** Creates the module for what AI may do for organizations, and by whom. */
export function createAiPolicyModule({
	owner,
	section,
	...deps
}: AiPolicyDeps): Contribution & { readonly providers: Contribution } {
	const facts = aiPolicyFacts(owner.payload);
	const service = createSectionService<AiPolicy, AiPolicyPatch>(owner, {
		section,
		fields: aiPolicyFields,
		parse: parseAiPolicy,
		fact: facts["organization.update_ai_policy"],
		read: readEffective(section),
	});
	return {
		facts,
		routes: sectionRoutes(owner.tag, description, service),
		providers: { routes: aiProvidersRoutes(createProviderList(deps)) },
	};
}

/**
 * Creates the function that returns the policy of an organization for one task, as it is now; null when there is no such
 * organization.
 */
export const createPolicyReader =
	({ store }: Pick<Core, "store">, section: AiPolicySection) =>
	async <T extends keyof AiPolicy>(task: T, orgId: string): Promise<AiPolicy[T] | null> => {
		const row = await findPolicyRow(store, { orgId });
		return row === undefined ? null : section.effective(row)[task];
	};
