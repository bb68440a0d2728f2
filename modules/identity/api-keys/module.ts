import { systemContext } from "#modules/tenancy/permissions";
import type { Contribution, Core } from "#platform/module";
import { createKeyAuthenticator, type KeyAuthenticator } from "./authenticator.ts";
import { facts } from "./facts.ts";
import { orphanKeys } from "./orphaning.ts";
import { apiKeysRoutes } from "./routes.ts";
import { type ApiKeysService, createApiKeysService } from "./service.ts";

/** Interval at which the last use of API keys is stored, in ms. */
const USAGE_DELAY_MS = 15_000;

/** Creates the module for API keys: credentials of services that act for an organization. */
export function createApiKeysModule(core: Core): Contribution & {
	readonly service: ApiKeysService;
	readonly authenticator: KeyAuthenticator;
} {
	const service = createApiKeysService(core);
	const authenticator = createKeyAuthenticator(core);
	return {
		service,
		orphan: orphanKeys,
		authenticator,
		facts,
		routes: apiKeysRoutes(service),
		replayRemoval: {
			async api_key({ orgId, subjectId }) {
				if (orgId !== null) await service.revoke(systemContext("cli:restore"), orgId, subjectId);
			},
		},
		periodicTasks: [
			{
				everyMs: USAGE_DELAY_MS,
				work: authenticator.flushUsage,
				failureMessage: "the use of API keys could not be recorded",
			},
		],
	};
}
