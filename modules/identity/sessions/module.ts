import type { Contribution, Core } from "#platform/module";
import { createSessionCookies, type SessionCookies } from "./cookies.ts";
import { facts } from "./facts.ts";
import { sealContext } from "./refresh.ts";
import { knownDevicesRepository, sealedSuccessors, sessionsRepository } from "./repository.ts";
import { sessionsRoutes } from "./routes.ts";
import { createSessionsService, type SessionsDeps, type SessionsService } from "./service.ts";

/** Creates the module of sessions and their cookies. */
export function createSessionsModule(
	core: Core,
	deps: Pick<SessionsDeps, "tokens">,
): Contribution & { readonly service: SessionsService; readonly cookies: SessionCookies } {
	const service = createSessionsService({ ...core, ...deps });
	const cookies = createSessionCookies(core.publicUrl, core.corsOrigins);
	return {
		service,
		cookies,
		facts,
		sealed: [
			{
				name: "refresh tokens that were just exchanged",
				loss: "a client that missed the response to its last refresh must sign in again",
				column: sealedSuccessors,
				aadOf: ({ tokenHash = "" }) => sealContext(tokenHash),
			},
		],
		routes: sessionsRoutes(service, cookies),
		eraseTenant: { sessions: sessionsRepository.clearOrganization },
		eraseAccount: (inPortions, userId) => inPortions((tx, limit) => sessionsRepository.removeByUser(tx, userId, limit)),
		forgetAfterRestore: sessionsRepository.removeAll,
		revokeCredentials: knownDevicesRepository.removeByUser,
		cleanups: { hourly: [service.purge] },
	};
}
