import type { TokensService } from "#modules/tokens";
import type { Contribution, Core } from "#platform/module";
import type { ServiceKeys } from "./ports.ts";
import { createPrincipals, type Principals } from "./service.ts";

/**
 * Principals: who a request comes from and what they may do at this moment, whatever kind of token they sent. Sessions, keys
 * and memberships belong to other modules; what they are worth together is decided here.
 */
export function createPrincipalsModule(
	core: Core,
	deps: { readonly tokens: TokensService; readonly keys: ServiceKeys },
): Contribution & { readonly service: Principals } {
	const service = createPrincipals({ ...core, ...deps });
	return { service, cache: service };
}
