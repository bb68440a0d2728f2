import type { InvitationsService } from "#modules/identity/invitations";
import { personSignsIn } from "#modules/identity/sessions";
import { addressProved } from "#modules/identity/users";
import type { FollowAllowedDomains } from "#modules/organizations/organizations";
import { memberRightsLost } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { handleChecks } from "./checks.ts";
import { createClaims } from "./claims.ts";
import { createEnrollment, type EnrollmentDeps } from "./enrollment.ts";
import { facts, memberFacts } from "./facts.ts";
import type { TxtResolver } from "./ports.ts";
import { domainsOf, eraseLeaver } from "./repository.ts";
import { domainsRoutes, suggestionsRoutes } from "./routes.ts";
import { createDomainsService } from "./service.ts";
import { createSuggestions } from "./suggestions.ts";
import { createVerification } from "./verification.ts";

interface DomainsModuleDeps extends Pick<EnrollmentDeps, "join"> {
	readonly resolver: TxtResolver;
	readonly invitations: InvitationsService;
}

/** The module of the domains of organizations. */
export type DomainsModule = Contribution & {
	/** Follows a change of `allowedDomains` of an organization, within that change. */
	readonly followAllowedDomains: FollowAllowedDomains;
};

/** Creates the module of the domains that organizations allow: their proof, and who joins by them. */
export function createDomainsModule(core: Core, { resolver, ...deps }: DomainsModuleDeps): DomainsModule {
	const claims = createClaims(core);
	const verification = createVerification({ ...core, claims, resolver });
	handleChecks({ ...core, claims, verification });
	const enrollment = createEnrollment({ ...core, ...deps });
	return {
		followAllowedDomains: claims.follow,
		reactions: [
			at(personSignsIn, enrollment.onSignIn),
			at(addressProved, enrollment.onAddressProved),
			// The domains of an organization do not bring back whom it has removed.
			at(memberRightsLost, async ({ tx, nowMs }, { orgId, userId, outcome }) => {
				if (outcome === "removed") await domainsOf(tx, orgId).noteLeaver(userId, nowMs);
			}),
		],
		facts: { ...facts, ...memberFacts },
		routes: domainsRoutes(createDomainsService({ ...core, claims }), verification).use(
			suggestionsRoutes(createSuggestions({ ...core, ...deps })),
		),
		// Not with the person: that they left keeps them from being enrolled again.
		eraseAccount: (inPortions, userId) =>
			inPortions((tx, limit) => eraseLeaver(core.store.acrossTenants.within(tx), userId, limit)),
	};
}
