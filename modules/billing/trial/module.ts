import type { Trials } from "#modules/billing/subscriptions";
import type { Contribution, Core } from "#platform/module";
import { facts } from "./facts.ts";
import { trialMails } from "./mails.ts";
import { createNotices, NOTICE } from "./notices.ts";
import { trialRoutes } from "./routes.ts";
import { createTrialService } from "./service.ts";

interface TrialModuleDeps {
	readonly trials: Trials;
}

export function createTrialModule(core: Core, { trials }: TrialModuleDeps): Contribution {
	const notices = createNotices({ ...core, trials });
	core.jobs.handle(NOTICE, notices.run);
	return { facts, mails: trialMails, routes: trialRoutes(createTrialService({ ...core, trials, notices })) };
}
