import { mayGrant, systemContext } from "#modules/tenancy/permissions";
import type { Contribution, Core, OrphanPortion } from "#platform/module";
import { createKeyAuthenticator, type KeyAuthenticator } from "./authenticator.ts";
import { facts } from "./facts.ts";
import { apiKeysOf } from "./repository.ts";
import { apiKeysRoutes } from "./routes.ts";
import { differencesOf, saveKey } from "./save.ts";
import { type ApiKeysService, createApiKeysService } from "./service.ts";

/** Marks the keys that their maker could no longer create, see modules/identity/makers. */
const orphanKeys: OrphanPortion = async (change, { orgId, userId, outcome, remaining }, { after, limit }) => {
	const mayCreateKeys = outcome !== "removed" && remaining.scopes.has("apikey:admin");
	const keys = await apiKeysOf(change.tx, orgId).listByMaker({ userId, except: outcome, after, limit });
	for (const row of keys) {
		if (mayCreateKeys && mayGrant(remaining, row.scopes)) continue;
		const values = { makerState: outcome };
		await saveKey(change, row, values, facts["api_key.orphan"], differencesOf(row, values));
	}
	return keys.map(({ id }) => id);
};

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
