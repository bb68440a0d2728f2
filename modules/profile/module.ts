import type { Contribution, Core } from "#platform/module";
import { profileRoutes } from "./routes.ts";
import { createProfileService, type ProfileDeps, type ProfileService } from "./service.ts";

/** The profile of the signed-in person. */
export function createProfileModule(
	core: Core,
	deps: Omit<ProfileDeps, keyof Core>,
): Contribution & { readonly service: ProfileService } {
	const service = createProfileService({ ...core, ...deps });
	return { service, routes: profileRoutes(service) };
}
