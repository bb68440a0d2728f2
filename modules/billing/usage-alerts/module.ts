import type { BillingAccounts } from "#modules/billing/billing-accounts";
import { requestsCounted } from "#modules/tenancy/usage";
import type { Contribution, Core } from "#platform/module";
import { at } from "#platform/unit-of-work";
import { createAlerts } from "./alerts.ts";
import { facts } from "./facts.ts";
import { usageAlertMails } from "./mails.ts";

/** Interval at which organizations are looked at that may have used something, in ms. */
const CHECK_MS = 15_000;

interface UsageAlertsDeps {
	readonly accounts: BillingAccounts;
	/** Whether plans have limits here. */
	readonly isEnforced: boolean;
}

/** Creates the module that tells organizations when their limits are almost, or all, used up. */
export function createUsageAlertsModule(core: Core, { accounts, isEnforced }: UsageAlertsDeps): Contribution {
	const stored = { facts, mails: usageAlertMails };
	if (!isEnforced) return stored;
	const alerts = createAlerts({ ...core, accounts });
	// What is used is used by changes, which say whose they are anyway: recording it costs no more than without alerts.
	core.logHints.subscribe(alerts.mark);
	const work = alerts.checkMarked;
	return {
		...stored,
		reactions: [at(requestsCounted, (_, orgIds) => alerts.mark(orgIds))],
		periodicTasks: [{ everyMs: CHECK_MS, work, failureMessage: "limits that are used up could not be looked for" }],
	};
}
