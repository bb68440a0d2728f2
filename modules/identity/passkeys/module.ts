import { createNetworkThrottle } from "#kernel/network-throttle";
import type { SessionCookies } from "#modules/identity/sessions";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { removePasskeysByUser } from "./repository.ts";
import { passkeysRoutes } from "./routes.ts";
import { createPasskeysService, type PasskeysDeps, type PasskeysService } from "./service.ts";

/** Creates the module of passkeys (WebAuthn): registration, sign-in, removal. */
export function createPasskeysModule(
	core: Core,
	{ cookies, ...deps }: Pick<PasskeysDeps, "sessions" | "freshness"> & { readonly cookies: SessionCookies },
): Contribution & { readonly service: PasskeysService } {
	const { limiter, policies, publicUrl } = core;
	const throttles = {
		asked: createNetworkThrottle(limiter, policies?.["auth-ip"], "sign-ins"),
		suggested: createNetworkThrottle(limiter, policies?.["auth-ip"], "suggested sign-ins"),
	};
	const service = createPasskeysService({ ...core, ...deps, throttles, origin: publicUrl.origin });
	return { service, facts, routes: passkeysRoutes(service, cookies), revokeCredentials: removePasskeysByUser };
}
