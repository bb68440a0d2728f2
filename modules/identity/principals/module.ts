import type { TokensService } from "#modules/identity/tokens";
import type { Contribution, Core } from "#platform/module";
import type { ServiceKeys } from "./ports.ts";
import { createPrincipals, type Principals } from "./service.ts";

/**
 * Creates the module of principals: the caller of a request and their current rights, for every kind of token. Sessions,
 * keys and memberships belong to other modules; this one combines them.
 */
export function createPrincipalsModule(
	core: Core,
	deps: { readonly tokens: TokensService; readonly keys: ServiceKeys },
): Contribution & { readonly service: Principals } {
	const service = createPrincipals({ ...core, ...deps });
	return { service, authority: service };
}
