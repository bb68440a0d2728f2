import { createNetworkThrottle } from "#kernel/network-throttle";
import type { SessionCookies } from "#modules/identity/sessions";
import { createFlowCookies } from "#platform/browser-flows";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { FLOW_COOKIES } from "./flow.ts";
import { createIdentities, type Identities } from "./identities.ts";
import { identitiesRepository } from "./repository.ts";
import { ssoRoutes } from "./routes.ts";
import { createSsoService, type SsoDeps, type SsoService } from "./service.ts";

/** Dependencies of {@link createSsoModule} on other modules. */
type Needed = Pick<SsoDeps, "sessions" | "join" | "invitations" | "users" | "signup" | "provider" | "admitsByDomain">;

/** Creates the module of the sign-in at an OIDC provider. */
export function createSsoModule(
	core: Core,
	{ cookies, ...deps }: Needed & { readonly cookies: SessionCookies },
): Contribution & { readonly service: SsoService; readonly identities: Identities } {
	const { publicUrl, corsOrigins, limiter, policies } = core;
	const throttleNetwork = createNetworkThrottle(limiter, policies?.["auth-ip"], "sign-ins");
	const identities = createIdentities(deps);
	const origins = [publicUrl.origin, ...corsOrigins];
	const service = createSsoService({ ...core, ...deps, identities, throttleNetwork, origins });
	return {
		service,
		identities,
		facts,
		routes: ssoRoutes(service, createFlowCookies(publicUrl, FLOW_COOKIES), cookies),
		async revokeCredentials(tx, userId, { identity }) {
			if (identity !== "every") await identitiesRepository.removeOthers(tx, userId, identity);
		},
	};
}
