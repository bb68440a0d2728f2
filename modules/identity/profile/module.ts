import type { Contribution, Core } from "#platform/module";
import { profileRoutes, updateProfileRoutes } from "./routes.ts";
import { createProfileService, type ProfileDeps, type ProfileService } from "./service.ts";

/** Creates the module of the signed-in user's profile. */
export function createProfileModule(
	core: Core,
	deps: Omit<ProfileDeps, keyof Core>,
): Contribution & { readonly service: ProfileService; readonly update: Contribution } {
	const service = createProfileService({ ...core, ...deps });
	return { service, routes: profileRoutes(service), update: { routes: updateProfileRoutes(service) } };
}
