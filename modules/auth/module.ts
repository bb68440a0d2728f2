import type { SessionCookies } from "#modules/sessions";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { authRoutes } from "./routes.ts";
import { type AuthDeps, type AuthService, createAuthService } from "./service.ts";

/** Signing in with a password, and the profile of who is signed in. */
export function createAuthModule(
	core: Core,
	{
		cookies,
		...deps
	}: Omit<AuthDeps, "store" | "unitOfWork" | "requireVerifiedEmail"> & { readonly cookies: SessionCookies },
): Contribution & { readonly service: AuthService } {
	const service = createAuthService({ ...core, ...deps, requireVerifiedEmail: core.mailer !== null });
	return { service, facts, routes: authRoutes(service, cookies) };
}
