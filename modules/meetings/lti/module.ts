import { createNetworkThrottle } from "#kernel/network-throttle";
import type { JoinByLaunch } from "#modules/meetings/participants";
import { createFlowCookies } from "#platform/browser-flows";
import type { Contribution, Core } from "#platform/module";
import { LAUNCH_COOKIES } from "./flow.ts";
import { createPlatformKeys } from "./keys.ts";
import { ltiRoutes } from "./routes.ts";
import { createLtiService } from "./service.ts";

interface LtiModuleDeps {
	readonly joinByLaunch: JoinByLaunch;
}

/** Creates the module of LTI 1.3: links in learning-management systems that lead into meetings. */
export function createLtiModule(core: Core, { joinByLaunch }: LtiModuleDeps): Contribution {
	const { limiter, policies, publicUrl } = core;
	const throttleNetwork = createNetworkThrottle(limiter, policies?.["auth-ip"], "launches");
	const service = createLtiService({ ...core, findKey: createPlatformKeys(core), joinByLaunch, throttleNetwork });
	return { routes: ltiRoutes(service, createFlowCookies(publicUrl, LAUNCH_COOKIES), publicUrl.prefix) };
}
