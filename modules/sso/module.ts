import { createNetworkThrottle } from "#kernel/network-throttle";
import type { SessionCookies } from "#modules/sessions";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { createFlowCookies } from "./flow-cookies.ts";
import { identitiesRepository } from "./repository.ts";
import { ssoRoutes } from "./routes.ts";
import { createSsoService, type SsoDeps, type SsoService } from "./service.ts";

/** What the single sign-on needs of others. */
type Needed = Pick<SsoDeps, "sessions" | "join" | "invitations" | "addresses" | "signup" | "provider">;

/** Signing in at an OIDC provider. */
export function createSsoModule(
	core: Core,
	{ cookies, ...deps }: Needed & { readonly cookies: SessionCookies },
): Contribution & { readonly service: SsoService } {
	const { publicUrl, corsOrigins, limiter, policies } = core;
	const countFlow = createNetworkThrottle(limiter, policies?.["auth-ip"], "sign-ins");
	const service = createSsoService({ ...core, ...deps, countFlow, origins: [publicUrl.origin, ...corsOrigins] });
	return {
		service,
		facts,
		routes: ssoRoutes(service, createFlowCookies(publicUrl), cookies),
		async dropCredentials(tx, userId, { identity }) {
			if (identity !== "every") await identitiesRepository.removeOthers(tx, userId, identity);
		},
	};
}
