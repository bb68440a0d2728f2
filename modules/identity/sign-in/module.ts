import type { SessionCookies } from "#modules/identity/sessions";
import type { Contribution, Core } from "#platform/module";
import { signInRoutes } from "./routes.ts";
import { createSignInService, type SignInDeps, type SignInService } from "./service.ts";

/** Creates the module of the sign-in with a password. */
export function createSignInModule(
	core: Core,
	{ cookies, ...deps }: Omit<SignInDeps, keyof Core | "requireVerifiedEmail"> & { readonly cookies: SessionCookies },
): Contribution & { readonly service: SignInService } {
	const service = createSignInService({ ...core, ...deps, requireVerifiedEmail: core.mailer !== null });
	return { service, routes: signInRoutes(service, cookies) };
}
