import type { BillingAccounts } from "#modules/billing/billing-accounts";
import type { Contribution, Core } from "#platform/module";
import { createAlerts } from "./alerts.ts";
import { facts } from "./facts.ts";
import { usageAlertMails } from "./mails.ts";
import { removeAlerts } from "./repository.ts";

/** Interval at which organizations are looked at that may have used something, in ms. */
const CHECK_MS = 15_000;

/** Dependencies of {@link createUsageAlertsModule}. */
interface UsageAlertsDeps {
	readonly accounts: BillingAccounts;
	/** Whether plans have limits here. */
	readonly isEnforced: boolean;
}

/** The module, and what tells it of use. */
export type UsageAlertsModule = Contribution & {
	/** Notes that organizations have used something of which no change tells. */
	readonly mark: (orgIds: readonly string[]) => void;
};

/** Creates the module that tells organizations when their limits are almost, or all, used up. */
export function createUsageAlertsModule(core: Core, { accounts, isEnforced }: UsageAlertsDeps): UsageAlertsModule {
	const stored = { facts, mails: usageAlertMails, eraseTenant: removeAlerts };
	if (!isEnforced) return { ...stored, mark: () => undefined };
	const alerts = createAlerts({ ...core, accounts });
	// What is used is used by changes, which say whose they are anyway: recording it costs no more than without alerts.
	core.logHints.subscribe(alerts.mark);
	const work = alerts.checkMarked;
	return {
		...stored,
		mark: alerts.mark,
		periodicTasks: [{ everyMs: CHECK_MS, work, failureMessage: "limits that are used up could not be looked for" }],
	};
}
