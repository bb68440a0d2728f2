import type { Principal } from "#kernel/principal";
import type { Contribution, Core } from "#platform/module";
import { createApiRequests } from "./api-requests.ts";
import { usageRoutes } from "./routes.ts";
import { createUsageService } from "./service.ts";

/** Interval at which counted requests are written, in ms. */
const FLUSH_MS = 15_000;

/** Creates the module that counts requests, and shows what organizations have used. */
export function createUsageModule(core: Core): Contribution {
	const requests = createApiRequests(core);
	return {
		routes: usageRoutes(createUsageService(core)),
		onAnswered({ orgId }: Principal, status: number): void {
			if (orgId !== null && status !== 429 && status < 500) requests.count(orgId);
		},
		periodicTasks: [{ everyMs: FLUSH_MS, work: requests.flush, failureMessage: "requests could not be counted" }],
	};
}
