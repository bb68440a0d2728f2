import type { InvitationsService } from "#modules/identity/invitations";
import type { FollowAllowedDomains } from "#modules/organizations/organizations";
import type { Contribution, Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { handleChecks } from "./checks.ts";
import { createClaims } from "./claims.ts";
import { createEnrollment, type Enrollment, type EnrollmentDeps } from "./enrollment.ts";
import { facts, memberFacts } from "./facts.ts";
import type { TxtResolver } from "./ports.ts";
import { domainsOf, eraseLeaver } from "./repository.ts";
import { domainsRoutes, suggestionsRoutes } from "./routes.ts";
import { createDomainsService } from "./service.ts";
import { createSuggestions } from "./suggestions.ts";
import { createVerification } from "./verification.ts";

/** Dependencies of {@link createDomainsModule}. */
interface DomainsModuleDeps extends Pick<EnrollmentDeps, "join"> {
	readonly resolver: TxtResolver;
	readonly invitations: InvitationsService;
}

/** The module of the domains of organizations. */
export type DomainsModule = Contribution & {
	/** Follows a change of `allowedDomains` of an organization, within that change. */
	readonly followAllowedDomains: FollowAllowedDomains;
	readonly enrollment: Enrollment;
	/** Notes that a person was removed from an organization, within that change: its domains do not bring them back. */
	readonly onRightsRevoked: (
		change: Change,
		loss: { readonly orgId: string; readonly userId: string; readonly outcome: "demoted" | "removed" },
	) => Promise<void>;
};

/** Creates the module of the domains that organizations allow: their proof, and who joins by them. */
export function createDomainsModule(core: Core, { resolver, ...deps }: DomainsModuleDeps): DomainsModule {
	const claims = createClaims(core);
	const verification = createVerification({ ...core, claims, resolver });
	handleChecks({ ...core, claims, verification });
	return {
		followAllowedDomains: claims.follow,
		enrollment: createEnrollment({ ...core, ...deps }),
		async onRightsRevoked({ tx, nowMs }, { orgId, userId, outcome }) {
			if (outcome === "removed") await domainsOf(tx, orgId).noteLeaver(userId, nowMs);
		},
		facts: { ...facts, ...memberFacts },
		routes: domainsRoutes(createDomainsService({ ...core, claims }), verification).use(
			suggestionsRoutes(createSuggestions({ ...core, ...deps })),
		),
		// Not with the person: that they left keeps them from being enrolled again.
		eraseAccount: (inPortions, userId) =>
			inPortions((tx, limit) => eraseLeaver(core.store.acrossTenants.within(tx), userId, limit)),
		eraseTenant: (tx, orgId, limit) => domainsOf(tx, orgId).erasePortion(limit),
	};
}
