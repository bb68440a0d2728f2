import type { Engines } from "#areas/engines";
import type { Identity } from "#areas/identity";
import type { AiPolicySection } from "#modules/governance/ai-policy";
import type { Agreements } from "#platform/compliance";
import type { Core } from "#platform/module";
import type { SectionOwner } from "#platform/sections";
import { createAiPolicyModule } from "./ai-policy/module.ts";
import { createAuditLogsModule } from "./audit-logs/module.ts";
import { createClosedAccountsModule } from "./closed-accounts/module.ts";
import { createComplianceModule } from "./compliance/module.ts";
import { createLegalHoldsModule } from "./legal-holds/module.ts";
import { createPrivacyModule } from "./privacy/module.ts";
import { createRetentionModule } from "./retention/module.ts";

/** Creates what an organization owes to the law and to its people: holds, exports, erasures, the audit log. */
export function createGovernance(core: Core, { people, principals }: Pick<Identity, "people" | "principals">) {
	const legalHolds = createLegalHoldsModule(core);
	const closedAccounts = createClosedAccountsModule(core, { ...people, closeAccount: people.users.closeAccount });
	return {
		closedAccounts: closedAccounts.erasure,
		modules: {
			auditLogs: createAuditLogsModule(core),
			legalHolds,
			formerTexts: legalHolds.formerTexts,
			privacy: createPrivacyModule(core, { ...people, identities: principals }),
			closedAccounts,
		},
	};
}

interface SectionsDeps {
	/** Reads and changes organizations. */
	readonly owner: SectionOwner;
	readonly aiPolicy: AiPolicySection;
	/** What the operator has agreed with providers of AI. */
	readonly agreements: Agreements;
	/** The engines to be listed. */
	readonly engines: Omit<Parameters<typeof createAiPolicyModule>[0], "owner" | "section" | "summaries"> &
		Pick<Engines, "summaries">;
	/** Whether new blobs are encrypted. */
	readonly encryptsBlobs: boolean;
}

/** Creates the modules of parts of an organization. */
export function createGovernanceSections(core: Core, deps: SectionsDeps) {
	const { owner, aiPolicy: section, agreements, engines, encryptsBlobs } = deps;
	const aiPolicy = createAiPolicyModule({ ...engines, owner, section });
	return {
		modules: {
			retention: createRetentionModule(core, owner),
			aiPolicy,
			aiProviders: aiPolicy.providers,
			compliance: createComplianceModule(core, { owner, agreements, aiPolicy: section, encryptsBlobs }),
		},
	};
}
