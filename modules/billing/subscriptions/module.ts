import type { OrganizationRow } from "#db/schema";
import type { BillingAccounts } from "#modules/billing/billing-accounts";
import type { BillingNotices } from "#modules/billing/billing-notices";
import type { Invoices } from "#modules/billing/invoices";
import type { PaymentsModule } from "#modules/billing/payments";
import type { Contribution, Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { createDue } from "./due.ts";
import { facts } from "./facts.ts";
import type { NonpaymentBlocks } from "./ports.ts";
import { DUE } from "./queues.ts";
import { createReactions } from "./reactions.ts";
import { billingRoutes } from "./routes.ts";
import { createBillingService } from "./service.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createTrials, type Trials } from "./trials.ts";

interface BillingModuleDeps {
	readonly accounts: BillingAccounts;
	readonly invoices: Invoices;
	readonly blocks: NonpaymentBlocks;
	readonly notices: BillingNotices;
	/** Returns the ways to pay of an organization. */
	readonly methodsOf: PaymentsModule["methodsOf"];
	/** Whether a trial goes on as a subscription that is paid for. */
	readonly converts: (change: Change, organization: OrganizationRow) => Promise<boolean>;
}

/** The module, and what others use of it. */
export type BillingModule = Contribution & { readonly trials: Trials };

export function createBillingModule(core: Core, deps: BillingModuleDeps): BillingModule {
	const subscriptions = createSubscriptions({ ...core, ...deps });
	const due = createDue({ ...core, ...deps, subscriptions });
	core.jobs.handle(DUE, due.run, { settled: true });
	return {
		reactions: createReactions({ ...deps, subscriptions, cancel: due.cancel }),
		trials: createTrials({ subscriptions }),
		facts,
		routes: billingRoutes(createBillingService({ ...core, ...deps, subscriptions })),
	};
}
