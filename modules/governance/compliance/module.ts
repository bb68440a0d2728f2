import type { AiPolicySection } from "#modules/governance/ai-policy";
import { retentionPolicy } from "#modules/governance/retention";
import { featureFlags } from "#modules/tenancy/feature-flags";
import { settings } from "#modules/tenancy/settings";
import type { Contribution, Core } from "#platform/module";
import { createEvaluators } from "./evaluators.ts";
import { complianceRoutes } from "./routes.ts";
import { type ComplianceDeps, createComplianceService } from "./service.ts";

export interface ComplianceModuleDeps extends Pick<ComplianceDeps, "agreements" | "owner"> {
	readonly aiPolicy: AiPolicySection;
	/** Whether new blobs are encrypted. */
	readonly encryptsBlobs: boolean;
}

/** Creates the module that shows whether what compliance modes demand holds. */
export function createComplianceModule(
	core: Core,
	{ aiPolicy, encryptsBlobs, ...deps }: ComplianceModuleDeps,
): Contribution {
	const service = createComplianceService({
		...core,
		...deps,
		sectionsOf: (row) => ({
			settings: settings.effective(row),
			retentionPolicy: retentionPolicy.effective(row),
			featureFlags: featureFlags.effective(row),
			aiPolicy: aiPolicy.effective(row),
		}),
		evaluators: createEvaluators({ ...core, encryptsBlobs }),
	});
	return { routes: complianceRoutes(service) };
}
