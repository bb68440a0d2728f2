import { createAiPolicyModule, createAiPolicySection } from "#modules/governance/ai-policy";
import { createComplianceModule } from "#modules/governance/compliance";
import { createRetentionModule } from "#modules/governance/retention";
import { createFeatureFlagsModule } from "#modules/tenancy/feature-flags";
import { createSettingsModule } from "#modules/tenancy/settings";
import type { Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import type { Deps } from "./deps.ts";
import type { createEngines } from "./engines.ts";
import type { ModuleCallbacks } from "./module-callbacks.ts";

/** What the modules of sections stand on, beside the platform. */
interface SectionDeps extends Pick<ModuleCallbacks, "purging" | "reclaiming" | "remains" | "eraseUserData"> {
	readonly owner: SectionOwner;
	readonly engines: ReturnType<typeof createEngines>;
}

/**
 * Creates the modules of the parts of an organization that are read and changed by themselves, in the order in which the
 * API document shows them.
 */
export function createSectionModules(core: Core, deps: Deps, { owner, engines, ...purge }: SectionDeps) {
	const { speech } = deps.config.providers;
	const { aiAgreements: agreements } = deps.config;
	const aiPolicy = createAiPolicySection(agreements);
	return {
		settings: createSettingsModule(owner),
		retention: createRetentionModule(core, { owner, ...purge }),
		featureFlags: createFeatureFlagsModule(core, { owner }),
		aiPolicy: createAiPolicyModule({
			owner,
			section: aiPolicy,
			speech: deps.speech,
			sttProvider: speech.provider,
			sttLiveProvider: speech.liveProvider,
			translation: engines.translationAdapters,
			summaries: engines.summarizers.engines,
		}),
		compliance: createComplianceModule(core, {
			owner,
			agreements,
			aiPolicy,
			encryptsBlobs: deps.config.encryptBlobs,
		}),
	};
}
