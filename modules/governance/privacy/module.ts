import { holdReleased } from "#modules/governance/legal-holds";
import { type Contribution, type Core, eachPerson } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { type AccountExportDeps, createAccountExport } from "./account.ts";
import { createErasures } from "./erasures.ts";
import { createExportJob } from "./export-job.ts";
import { createExports, type ExportsDeps } from "./exports.ts";
import { accountFacts, erasureFacts, exportFacts } from "./facts.ts";
import { privacyRoutes } from "./routes.ts";
import { createTickets } from "./tickets.ts";

type PrivacyDeps = Pick<ExportsDeps, "identities"> & Pick<AccountExportDeps, "freshness">;

/**
 * Creates the module for the privacy of people: exports of a person, of an organization, of one's own account; and the
 * erasure of a person from an organization.
 */
export function createPrivacyModule(core: Core, deps: PrivacyDeps): Contribution {
	const exportJob = createExportJob(core);
	const erasures = createErasures(core);
	return {
		reactions: [at(holdReleased, erasures.onHoldReleased)],
		facts: { ...exportFacts, ...erasureFacts, ...accountFacts },
		routes: privacyRoutes({
			exports: createExports({ ...core, ...deps, tickets: createTickets(core) }),
			erasures,
			exportAccount: createAccountExport({ ...core, ...deps }),
		}),
		replayRemoval: {
			async person({ orgId, subjectId }) {
				if (orgId !== null) await erasures.eraseAgain(orgId, subjectId);
			},
		},
		eraseUserData: { exports: eachPerson(exportJob.erasePerson) },
		cleanups: { everyMinute: [exportJob.deleteExpired] },
	};
}
